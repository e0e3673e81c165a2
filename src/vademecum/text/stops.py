"""Words that say nothing about a page. Left out of queries only: a text keeps all its words. Pure."""

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
_CHINESE_SIGNS = "的了吗呢吧啊是在和与我你他她它们有么什哪谁多少个这那为也都就很到说要会着没不怎几"
_JAPANESE_SIGNS = "はがをにでともへのかやよねだ"
_KOREAN_SIGNS = "은는이가을를에의도로와과만요"
_CHINESE_PAIRS = """
我们 你们 他们 她们 它们 我的 你的 他的 她的 这个 那个 这些 那些 什么 怎么 为什 哪个 哪些 哪里 是什 么时 时候 多少
是谁 有什 一个 是不 不是 有没 没有 可以 因为 所以 如果 但是 还是 就是 的是 是的 怎样 如何 为何 是否 能否 可否 哪种
哪天 哪年 哪位 哪儿 几个 几次 多久 多大 多长 这次 那次 这样 那样 这里 那里 这么 那么 其中 之前 之后 以前 以后 然后
或者 而且 并且 虽然 不过 只是 已经 曾经 正在 一下 一些 一样 一直 一种 一次 有些 有点 应该 需要 可能 能够 想要 告诉
请问 还有 以及 关于 对于 由于 自己 大家 别人 现在 目前 其他 其它 任何 所有 每个 不会 不能 不要 不了 就会 也是 都是
这是 那是 不知 知道 觉得 有关 属于 主要 么样 样的 个人 哪一 一年 年的 到了 了一 在哪 谁的 是在 的人
何时 何地 何人 何年 何月 何处 何种 何事 几年 几月 几天 几点 几位 几人 几岁 几种 多高 多远 多重 多深 某个 意思 回事
"""
_JAPANESE_PAIRS = """
です ます した して から まで これ それ あれ この その こと もの ある いる する ない でし まし たい ので には では
とは ませ せん どこ なに いつ だれ すか てい られ って った ため よう だっ なっ でも など とい いう うな たら
"""
_KOREAN_PAIRS = """
에서 에게 으로 까지 부터 하고 이다 습니 니다 입니 있는 하는 했다 있다 없다 어떻 떻게 무엇 어디 언제 누가 그리 리고
하지 지만 인가 나요 까요 합니 됩니 었다 았다
"""
# Between two words of a run stands one of these, and a pair with it is grammar or cuts through both words; a few words
# have one inside.
_GRAMMAR = frozenset("的吗呢吧啊么什哪谁我你他她它们这那了是在和与就都也很をのは")
_WORDS_WITH_ONE = """
目的 标的 的确 的士 了解 了结 自我 我国 他人 吧台 酒吧 网吧 贴吧 什锦 是非 在线 在职 在意 存在 实在 潜在 内在 外在
和平 和谐 和声 总和 饱和 温和 缓和 中和 共和 参与 与会 赠与 就业 就绪 就近 就诊 就餐 成就 迁就 首都 都市 成都 京都
古都 也许
"""

STOP_WORDS = frozenset(_ENGLISH.split())
STOP_SIGNS = frozenset(_CHINESE_SIGNS + _JAPANESE_SIGNS + _KOREAN_SIGNS)
STOP_PAIRS = frozenset((_CHINESE_PAIRS + _JAPANESE_PAIRS + _KOREAN_PAIRS).split())
_KEPT_PAIRS = frozenset(_WORDS_WITH_ONE.split())


def is_stop_pair(pair: str, run: str) -> bool:
    """Whether a pair of a query's run of signs says nothing; two signs that stand alone are a word that was meant."""
    if pair in STOP_PAIRS:
        return True
    return pair != run and not _GRAMMAR.isdisjoint(pair) and pair not in _KEPT_PAIRS


def empty_signs(run: str) -> frozenset[str]:
    """The signs of a query's run that say nothing, for they stand in pairs that say nothing alone: 候 in 什么时候."""
    pairs = [run[at : at + 2] for at in range(len(run) - 1)]
    empty = frozenset("".join(pair for pair in pairs if pair in STOP_PAIRS))
    return empty.difference(*(pair for pair in pairs if not is_stop_pair(pair, run))) if empty else empty
