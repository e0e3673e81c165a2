"""Words that say little by themselves and much about the rest: what denies, tells of the past, weighs, or goes without
saying. Pure data, for finding which fact a claim means.
"""

from __future__ import annotations

# They say too little to be missed in a fact.
WEAK_ENGLISH = """
a an the this that these those it its they them their there here he she his her him we our us you your is are was
were be been being am do does did done has have had having will would shall should could might of in on at to for
from by with within into onto over under as than then so and or but if when while after before about around per via
each every all any both some only just also too still now since currently usually always already generally normally
mostly sometimes very really quite rather please happen take place called named known titled which who whom whose what
where how one ones own exactly o'clock again away ever yet such same no not never nobody none nothing nor neither
cannot without mr mrs ms dr etc
"""
WEAK_SIGNS = (
    "的了是在也都就会很着过把被由给从到和与及这那个些时候其之叫为有吧呢啊吗里而且还又再"
    "已将于对以所才来去做放设号您你他她它家们每次则即并让向等地得总日一上下中后前内外起成"
)

# Often left out: they may be missing where enough else fits.
LOOSE = (
    "use",
    "run",
    "lie",
    "number",
    "default",
    "fixed",
    "keep",
    "set",
    "limit",
    "allow",
    "frequently",
    "size",
    "listen",
    "service",
)
TIMES_OF_DAY = ("morning", "afternoon", "evening", "night")
LOOSE_MEANINGS = ("allow", "default", "size", "frequently", "named", *TIMES_OF_DAY)

# What may stand between two words of a statement, or after them, without making it one about something else.
HARMLESS_SIGNS = """
出去 开始 准时 提前 早上 晚上 上午 下午 中午 凌晨 每天 每日 每周 一般 固定 默认 目前 现在 通常 大小 设置 设为 设定 设成
统一 必须 最多 至少 文件 数据 内容 总是 一直 自动 平时 今年 大约 大概 需要 可以 应该 已经 仍然 仍旧 还是 就是 也是 都是
只能 只有 只是 正式 数字 时间 日期 上限 下限 限制 期限 规定 长期 数量 的话 事情 事 工作 重量 长度 高度 温度 价格 时长
名字 今天 上限是 次数 要 花 收 达 约 负责 进行 第一 首要 主要 首选 走 速度 周期 间隔 范围 规模 访问路径 路径 地址 位置
地点 联系人 语言 颜色 牌子 个数 数目 总数 常年 全年
"""
HARMLESS_ENGLISH = """
size number amount list kind type limit maximum minimum version name rate value level copy default
code weight length height width price age temperature duration time date day number hours
path address url location place position language colour color brand maker
"""

# They may stand before a name without making it that of another thing.
DESCRIBING = "current favourite favorite own new main usual default preferred only primary first both whole entire"

# Whose things need no other name than what they are.
OWNERS = "家里 我家 家 公司 团队 项目 组里 用户 我们 咱们 我 本人 单位 部门 公司里 这边 目前 现在"

# What stands before a name and says who it is.
TITLES = "同事 新同事 老师 经理 客户 师傅 医生 教练 员工 实习生 主管 组长 店长 同学 邻居 房东 律师 会计 学员 队友 朋友"

# A sign that means something by itself means nothing beside one of these.
PART_OF = {
    "要": "重主只需求紧概",
    "能": "功性智只可才",
    "可": "许认",
    "用": "户使采费不信作常通应专引禁停启",
    "我": "自",
    "电": "脑话梯影视子池器",
    "网": "站页盘店",
    "周": "一二三四五六日天末报会围年",
    "门": "部专热东南西北后前出",
    "书": "证秘籍面",
    "月": "一二三四五六七八九十",
    "天": "今明昨后前气白聊",
    "年": "今明去前青少",
    "说": "明小",
    "改": "修更",
    "管": "理不主保只尽",
    "跑": "步",
    "写": "入读",
    "存": "储库缓内保留",
    "换": "转切",
    "买": "卖",
    "茶": "叶",
    "狗": "热",
    "猫": "熊",
    "水": "平胶墨",
    "窗": "口",
    "贵": "宝",
    "教": "教",
    "组": "织件合模",
    "楼": "层",
    "元": "素",
    "秒": "杀",
    "坐": "标",
    "修": "改",
    "起": "来",
    "卖": "买",
    "寄": "存",
    "搬": "运",
    "红": "包网",
    "蓝": "牙",
    "绿": "萝",
    "拨": "款",
    "讲": "义",
}

# They begin with a sign that denies, and deny nothing.
NO_DENIALS = """
不仅 不但 不同 不错 不久 不少 不断 不过 不管 不论 不如 不止 不好意思 无论 无线 非常 别的 别人 特别 级别 区别 分别
类别 性别 未来 除非 无人机 差不多 识别 告别
"""

DENIALS = "not no never none nobody nothing neither nor cannot hardly without"

# Before a word in -ed they make it one of what is.
HELPERS = "is are was were be been being has have had gets get got not never also only always"

# Of what was: a fact that says one of them where it says the claim tells of the past.
PAST = """
until formerly previously originally obsolete deprecated was were had yesterday ago 以前 之前 曾经 原来 原先
过去 早先 当年 旧版 去年 前年 上周 上个月 昨天
"""

# A fact that says one of them anywhere tells of something that was given up.
GIVEN_UP = (
    r"(?:has|have) stopped|stopped \w+ing|gave up|given up|quits?\b|no longer|was removed|were removed|was changed to"
    "|has since|取消了|已取消|不再|后来改|废弃|已停用|戒了|戒掉"
)

# A fact that says one of them weighs, asks, or tells one thing from another; it does not state what it names.
UNSETTLED = """
if whether might maybe perhaps consider considers considered considering plan plans planned propose proposed
suggests suggested wish wishes wants wanted would looked declined except excluding unlike instead than replaced replaces
如果 假如 要是 可能 也许 计划 打算 考虑 评估过 试过 讨论过 否决 没采用 建议 提议 希望 据说 是否 除了 以外 之外 而不是
代替 替代 取代 改成 改为 换成
"""

# What a fact says with one of them is near the thing, or all but it.
ASIDE_ENGLISH = "near, next to, outside, close to, opposite, except, but"
ASIDE_HAN = "附近 旁边 隔壁 对面 周边 一带 郊外 以外 之外"

# What a fact says with one of them before its name is another thing of that name.
APART = (
    "other another neighbouring neighboring next-door former previous 隔壁 旁边 对面 另一 另一个 另外 其他 别的 附近"
)

# And with one of these after it.
APART_AFTER = """
down the road, up the road, across the road, over the road, down the street, across the street, next door,
round the corner, around the corner
"""

# Relations that go without saying beside a name, and beside an amount.
OF_NAMES = """
use, make, name, implemented in, hosted, happen, located, spend, grow, put in, store, communicate, access, serve,
run, drink, go for
"""
OF_AMOUNTS = """
happen, start, cost, weigh, length, height, width, last, temperature, consist of, speed, limit, rate limit, interval,
retain, serve, run, send
"""

# They say so little that they name no other relation.
EMPTY = "use, make, name, happen, located, consist of, possess"

# An address, a path or a mail address says by itself what it is of somebody or something.
OF_ADDRESSES = "address, access, email, located, hosted, contact, website, use, channel"

# They may always be missing where enough else fits.
LIGHT = """
get gets go goes come comes take takes make makes do does give gives put puts let find want reach through via using
must should aim finish 必须 要 得 数据 信息 内容 情况 进 出 先 走 给 去 来 打 放 均 全 各 所 均为 跑 遍 版 跟 事 set
sets 数 量 号 与 同 向 往 也
"""

# What an amount is counted in.
UNITS = """
kilogram, gram, metre, kilometre, litre, degree, second, minute, hour, day, week, month, year, megabyte, gigabyte,
kilobyte, terabyte, euro, dollar, yuan, percent, person, times
"""

HAN_DENIALS = "没有 并非 不 没 无 未 非 别 勿"

# What Chinese counts by: 一只猫 is a cat.
MEASURES = frozenset("个只条张辆把颗支瓶杯座栋套封篇首场部架头棵朵本位名台份件次遍版家间种款套")
# They are grammar even where the dictionary cuts a text wrongly, as 项目的 at 目的.
GRAMMAR = frozenset("的了是在也都就着把被给从由和与及而且")
# They begin words, as 内测, where no sign stands before them.
OF_PLACE = frozenset("内外上下中前后总")
# A quality, as a word by itself; within another word it says nothing of it.
QUALITIES = frozenset("小大新快慢")
POINTING = frozenset("这那每几某哪两")
# They say whose or when everything is that is said.
OURS = "我们 咱们 大家 我司 今年 目前 现在"
