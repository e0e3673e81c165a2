"""Words of which a thing is one and no other: first or second, left or right, 去年 or 今年. Pure.

Claim and fact that name two of them speak of two things, or of two states of one. Which of them the truth names tells
which it is. The lists are rough: what they are worth is learned from labelled corrections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

# A line holds words that leave each other out; those joined by a stroke say the same.
_ENGLISH = """
first/1st second/2nd third/3rd fourth/4th fifth/5th
last/previous/former/ex/past/earlier/old current/present/this/now/today next/upcoming/coming/future/new
left right
front rear/back
upper/top lower/bottom
upstairs downstairs
north/northern south/southern east/eastern west/western
inner/indoor/inside/indoors outer/outdoor/outside/outdoors
big/large/bigger/biggest small/little/smaller/smallest medium
morning/mornings/am noon/lunchtime afternoon/afternoons evening/evenings/night/nights
spring summer autumn/fall winter
weekday/weekdays weekend/weekends
read write
staging production/prod test/testing dev/development
frontend/front-end backend/back-end
client server
primary/main/master secondary/backup/replica/standby/spare
older/elder/eldest/oldest younger/youngest middle
senior junior
home away
men/man/boys/boy/male/his/he women/woman/girls/girl/female/her/she
import/imports/incoming/inbound/arrival/arrivals/arrives export/exports/outgoing/outbound/departure/departures/departs
hot/warm cold/cool
red blue green yellow black white grey/gray brown orange purple pink silver
breakfast lunch dinner/supper
monday/mondays tuesday/tuesdays wednesday/wednesdays thursday/thursdays friday/fridays saturday/saturdays sunday/sundays
january february march april june july august september october november december
kitchen bedroom bathroom living-room/living/lounge study hall/hallway attic/loft cellar/basement garden garage balcony
dog/dogs cat/cats horse/horses rabbit/rabbits parrot/budgie/budgies
car van/truck/lorry bike/bicycle/e-bike scooter/motorbike bus train tram
tea coffee wine beer milk water juice
piano violin guitar cello flute drums trumpet clarinet
maths/math english french german spanish chinese history biology chemistry physics geography
knee/knees hip/hips shoulder/shoulders ankle/ankles wrist/wrists elbow/elbows
eye/eyes/eyesight/sight ear/ears/hearing/deaf teeth/tooth heart
buyer/buys/customer seller/sells/supplier/vendor
landlord/landlady tenant/lodger
teacher/teaches/taught/mentor/trained student/pupil/learner/trainee
mother/mum/mom father/dad
brother sister
son daughter
wife husband
uncle aunt
grandmother/grandma/granny/gran grandfather/grandpa/granddad/grandad
nephew niece
invoice/invoices contract/contracts licence/license
library/libraries museum theatre cinema
alpha beta gamma
standup/stand-up retro/retrospective review planning
pharmacy/pharmacist clinic hospital dentist/dental
budget salary rent deposit fee
start/starts/begins/opens/opening end/ends/closes/closing
"""
_CHINESE = """
前 后
上 下
左 右
东 西 南 北
大 小 中
新/现 旧/老/原
内/里 外
男 女
早/晨/上午 午/中午 下午 晚/夜
春 夏 秋 冬
甲 乙 丙 丁
读 写
生产 测试 预发 开发
前端 后端 移动端
主 从/备
去年 今年/现在/目前/如今/现任 明年 前年
上周/上星期 本周/这周/这星期 下周/下星期
昨天 今天 明天 后天
周一/期一/拜一 周二/期二/拜二 周三/期三/拜三 周四/期四/拜四 周五/期五/拜五 周六/期六/拜六 周日/周天/期天/期日/拜天
爸/父亲 妈/母亲
爷爷 奶奶
外公/姥爷 外婆/姥姥
哥 弟 姐 妹
儿子 女儿
老婆/太太/妻子/媳妇/爱人 老公/丈夫/先生
公公 婆婆
岳父/丈人 岳母/丈母娘
舅 姨 姑 叔 伯
侄 外甥
表哥/表弟/表姐/表妹
同事 邻居 室友 朋友 老板 同学 老伴
客厅 卧室 书房 厨房 卫生间/厕所/浴室 阳台 车库 地下室 阁楼
狗 猫 兔 鹦鹉 乌龟 仓鼠
车 电动车 自行车 摩托
茶 咖啡 酒 牛奶 可乐
钢琴 小提琴 吉他 古筝 二胡 琵琶 笛 鼓
语文 数学 英语 物理 化学 生物 历史 地理
早饭/早餐 午饭/午餐 晚饭/晚餐
去程/出发 回程/返程
进 出
买 卖
借 还
高一 高二 高三
初一 初二 初三
一班 二班 三班 四班 五班
一号 二号 三号 四号 五号
一期 二期 三期
第一 第二 第三 第四
红 蓝 绿 黄 黑 白 灰
成人 儿童/少儿/亲子
膝 腰 肩 颈 眼 耳 牙 胃 心脏
前任 现任 下任/继任
春节 国庆 中秋 五一 端午 元旦
房租 押金 物业费 水费 电费 工资 奖金
合同 发票 报价
水 电 气/燃气/天然气 网/宽带
部门 团队 公司 分公司
班主任 校长
鱼 虾 肉
院长 主任 科长 护士长
"""
_WORD = re.compile(r"[a-z0-9][a-z0-9-]*")
_MOST = 3.0

Named = Mapping[int, frozenset[int]]
"""Of each line that a text names a word of, which ones it names."""


def alternatives(fact: str, claim: str, truth: str) -> dict[str, float]:
    """How often a fact names another word of a line than claim and truth do, and which of them names it."""
    of_claim, of_truth = _named(claim), _named(truth)
    found = dict.fromkeys(_NAMES, 0.0)
    for line, said in _named(fact).items():
        for name in _told(said, of_claim.get(line, _NONE), of_truth.get(line, _NONE)):
            found[name] = min(found[name] + 1, _MOST)
    left_out = (of_claim[line] & of_truth.get(line, _NONE) for line in of_claim.keys() - _named(fact).keys())
    return {**found, "alternative left out": min(sum(map(bool, left_out)), _MOST)}


_NONE: frozenset[int] = frozenset()
_NAMES = (
    "another than both",
    "another than claim",
    "another than truth",
    "another of its own",
    "that of truth",
    "that of claim",
)


def _told(said: frozenset[int], claim: frozenset[int], truth: frozenset[int]) -> Iterator[str]:
    own = said - claim - truth
    if own and claim and not said & claim:
        yield "another than both" if claim & truth else "another than claim"
    if own and truth and not said & truth:
        yield "another than truth"
    if own and not claim and not truth:
        yield "another of its own"
    if claim and not said & claim and said & (truth - claim):
        yield "that of truth"
    if said & claim and not said & truth:
        yield "that of claim"


@lru_cache(maxsize=2_048)
def _named(text: str) -> Named:
    english, chinese = _lines()
    found: dict[int, set[int]] = {}
    for word in _WORD.findall(text.lower()):
        for line, place in english.get(word, ()):
            found.setdefault(line, set()).add(place)
    for word, line, place in chinese if not text.isascii() else ():
        if word in text:
            found.setdefault(line, set()).add(place)
    return {line: frozenset(places) for line, places in found.items()}


@lru_cache(maxsize=1)
def _lines() -> tuple[dict[str, list[tuple[int, int]]], list[tuple[str, int, int]]]:
    """English words with their lines and places there, and Chinese ones, which are looked for anywhere in a text."""
    english: dict[str, list[tuple[int, int]]] = {}
    for word, line, place in _words(_ENGLISH, 0):
        english.setdefault(word, []).append((line, place))
    return english, list(_words(_CHINESE, len(_ENGLISH.splitlines())))


def _words(lines: str, first: int) -> Iterator[tuple[str, int, int]]:
    for line, said in enumerate(lines.splitlines(), first):
        for place, group in enumerate(said.split()):
            yield from ((word, line, place) for word in group.split("/"))
