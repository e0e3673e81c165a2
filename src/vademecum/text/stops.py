"""Words that say nothing about a page. Left out of queries only: a text keeps all its words. Pure data."""

from __future__ import annotations

_ENGLISH = """
a about after all also am an and any are aren't as at be because been being but by can can't could couldn't did didn't
do does doesn't doing don't for from get got had hadn't has hasn't have haven't having he he'd he'll he's her here
hers herself him himself his how i i'd i'll i'm i've if in into is isn't it it'd it'll it's its itself just let's many
me might much my myself of on onto or our ours ourselves really shall she she'd she'll she's should shouldn't so some
such than that that's the their theirs them themselves then there there's these they they'd they'll they're they've
this those to too us very was wasn't we we'd we'll we're we've were weren't what what's when where where's which while
who who's whom whose why will with won't would wouldn't you you'd you'll you're you've your yours yourself
"""
_CHINESE_SIGNS = "的了吗呢吧啊是在和与我你他她它们有么什哪谁多少个这那为也都就很到说要会着没不"
_JAPANESE_SIGNS = "はがをにでともへのかやよねだ"
_CHINESE_PAIRS = """
我们 你们 他们 她们 它们 我的 你的 他的 她的 这个 那个 这些 那些 什么 怎么 为什 哪个 哪些 哪里 是什 么时 时候 多少
是谁 有什 一个 是不 不是 有没 没有 可以 因为 所以 如果 但是 还是 就是 的是 是的
"""
_JAPANESE_PAIRS = """
です ます した して から まで これ それ あれ この その こと もの ある いる する ない でし まし たい ので には
では とは ませ せん どこ なに いつ だれ すか
"""

STOP_WORDS = frozenset(_ENGLISH.split())
STOP_SIGNS = frozenset(_CHINESE_SIGNS + _JAPANESE_SIGNS)
STOP_PAIRS = frozenset((_CHINESE_PAIRS + _JAPANESE_PAIRS).split())
