"""Ways to say what one thing has to do with another, in English and Chinese, written like ``alike.py``. Pure data.

People reword most how things are related: entries are wide here, and have in them what turns a relation round, as
``owns`` and ``belongs to``. A word that stands in several means what each of them means, and entries don't run into
one another: what is ``sent`` may be published or shipped, and yet nothing shipped is published. A single Chinese sign
counts only where it is a word by itself.
"""

from __future__ import annotations

RELATIONS = """
live, lives in, reside, home is, home is in, house is in, settled in, settle in, has settled, is based in, based in,
resident of, makes his home, makes her home, at home in, 住在, 居住, 住, 家住, 家在, 的家在, 定居, 定居在, 安家,
安家在, 居于, 常住, 住处, 住的是; move, moved to, relocate, move house, moves to, relocated to, 搬到, 搬去, 搬家, 迁到,
迁至, 迁往, 搬迁, 搬至; work for, works for, work at, works at, employed, employed by, employed at, employee of, on the
payroll of, employer is, job, 任职, 供职, 就职, 工作, 上班, 就职于, 任职于, 供职于, 打工; work as, works as, job,
profession, occupation, by profession, by trade, 职业, 从事, 当的是, 工作; own, owns, belong, belong to, owner, owner
of, is the property of, property of, possess, 拥有, 属于, 归属, 主人, 所有者, 的主人, 主人是; responsible, in charge,
in charge of, responsibility, look after, looks after, take care, takes care, taken care, care for, cared for, oversee,
oversees, overseen, supervise, attend to, attends to, tend, tended by, handle, handled, handled by, deal with, deals
with, dealt with, see to, sees to, managed by, manage, duty of, in the hands of, maintain, maintainer, owner, owned by,
owns, 负责, 负责人, 管, 管理, 主管, 分管, 掌管, 照看, 照料, 照顾, 打理, 看管, 包办, 主理, 维护, 负责的是, 管的, 处理,
经手; manager, supervisor, superior, line manager, boss, 上级, 领导, 主管, 经理, 顶头上司, 上司, 直属领导, 老板; lead,
leads, leader, led by, head, heads, headed by, head of, in charge, in charge of, chair, chairs, chaired by, director,
director of, runs the, manage, manager of, captain, boss of, 带队, 领导, 负责, 负责人, 主持, 牵头, 队长, 组长, 主任,
带领, 领队, 掌舵, 带, 管, 管理; host, hosts, hosted by, moderate, moderated by, chairs, lead, led by, presenter,
facilitate, facilitated by, 主持, 主持人, 主讲; start, begin, kick off, starting time, start time, commence, get going,
gets going, get under way, gets under way, launch, open, 开始, 开工, 开场, 启动, 开演, 开课, 开赛, 起算, 开; end,
finish, is over, be over, over by, close, conclude, wrap up, stop, shut down, is shut, until, till, last until, lasts
until, open until, opened until, runs until, run until, switched off, go until, goes until, 结束, 收工, 散场, 停止, 停,
停机, 停止运行, 为止, 截止, 打烊, 关门, 营业到, 营业至, 开到, 开放到, 开放至, 收摊, 闭店, 关; closed, is closed, shut,
stays shut, stay shut, not open, isn't open, aren't open, doesn't open, does not open, don't open, do not open, stays
closed, closing day, day off, rest day, 不开门, 不开放, 不营业, 闭馆, 休息, 放假, 关门, 休馆, 歇业, 闭店, 不开, 停业,
不上班, 关闭, 公休, 店休; open, opening hours, opened, is open, 开门, 营业, 开放, 开馆, 开业, 开; expire, run out, runs
out, lapse, until, till, valid until, good until, good for, valid for, runs until, run until, ends on, end, due to end,
runs to, up on, 到期, 过期, 失效, 有效期, 有效期到, 有效期至, 截止, 为止, 期满, 到期日, 有效, 终止; depart, leave,
leaves, left, set off, take off, takes off, departure, 出发, 起飞, 开车, 发车, 离开, 动身, 启程, 离港; arrive, arrival,
gets in, get in, land, lands, reach, 到达, 抵达, 到站, 落地, 降落; last, take, takes, took, duration, long is, go on
for, goes on for, run for, runs for, need, time needed, 持续, 历时, 时长, 耗时, 花费, 需要, 要花, 得花, 用时, 需, 花,
考, 跑, 要跑; cost, price, pay, paid, charge, charged, fee, is priced at, priced at, sell for, sells for, goes for,
come to, comes to, amount to, rate, 价格, 费用, 收费, 售价, 单价, 定价, 价钱, 要价, 卖, 花, 费, 收, 价; weigh, weight,
weighs, heavy, 重量, 体重, 重, 重达, 净重, 称重; length, long, 长度, 长, 全长, 长达; height, tall, high, 高度, 身高,
高; width, wide, broad, 宽度, 宽; depth, deep, 深度, 深; temperature, degrees, kept at, keep at, 温度, 气温, 恒温,
水温, 室温, 保持在, 控制在; speed, velocity, 速度, 时速; distance, far, 距离, 相距; capacity, hold, holds, seats,
sleeps, room for, space for, fit, fits, accommodate, take, takes, carry, carries, 容量, 容纳, 能坐, 能住, 坐得下,
装得下, 可容纳, 能装, 可坐, 载; consist, consist of, consists of, comprise, made up of, is made up of, contain, number
of, count, include, there are, 组成, 包含, 包括, 共有, 数量, 总共, 一共, 个数, 数目, 构成; use, using, run on, runs on,
running on, based on, built on, built with, written in, implemented in, powered by, made with, coded in, programmed in,
work with, works with, rely on, go with, goes with, developed in, on top of, is built in, 使用, 采用, 用, 基于, 跑在,
运行在, 跑的是, 用的是, 写成, 搭建, 搭在, 建在, 选用, 架在, 开发, 实现, 编写, 用的都是, 走的是; hosted, hosted on,
hosted at, run on, runs on, lives on, lives in, sits on, deployed on, deployed to, located on, stored on, stored in,
kept on, kept in, 托管, 托管在, 放在, 部署在, 跑在, 位于, 存放在, 存在; located, keep, kept, lie, lies, situated,
found, found in, found at, kept in, kept at, stands in, stands, sits, sit, hang, hangs, stored in, location,
whereabouts, place, 位于, 坐落, 坐落在, 放在, 存放, 摆在, 搁在, 地点, 位置, 设在, 挂在, 存放在, 收在; send, sent, go
out, goes out, went out, mail, mailed, dispatch, ship, shipped, shipping, shipment, deliver, delivered, delivery,
carry, carries, parcel, parcels, forward, issue, issued, distribute, publish, published, come out, comes out, release,
发送, 发, 发出, 寄, 寄出, 寄送, 派送, 投递, 推送, 群发, 发布, 发给, 发货, 快递, 送出, 出刊, 下发, 配送, 送货, 送, 送达;
pick up, collect, fetch, picked up, collected, 取, 取件, 来取, 揽收, 收走, 接, 领取, 领; write, wrote, written, written
by, author, authored, draft, compose, pen, penned, writer, 撰写, 写, 编写, 执笔, 作者, 起草, 写的, 所作, 出自, 手笔;
make, made, made by, produce, produced, manufacture, manufacturer, maker, brand, built by, make of, 制造, 生产, 牌子,
品牌, 厂家, 牌, 出品, 产; pay, paid, pay with, payment, settle, settle the bill, check out, 付款, 支付, 结账, 付, 买单,
缴费, 结算, 刷, 付钱, 交钱; teach, taught, taught by, teacher, instruct, instructor, lecturer, lecture, give lessons,
gives lessons, 教, 教师, 老师, 授课, 任教, 讲授, 教书, 讲课, 执教; study, studied, degree in, has a degree in,
graduated in, read, major, majored in, student of, 学习, 学, 学的, 学的是, 念, 读, 专业, 主修, 攻读, 念的是, 读的是;
graduate, graduated from, went to, alma mater, studied at, 毕业, 毕业于, 母校, 毕业院校; practise, practice, rehearse,
rehearsal, training, train, 训练, 练习, 排练, 集训, 练, 彩排; play, player, instrument, instrument is, 弹, 拉, 吹,
演奏, 打, 玩, 乐器; speak, fluent in, language, languages, mother tongue, native language, native speaker, 说, 讲,
会说, 会讲, 语言, 母语; like, likes, enjoy, fond of, keen on, love, fan of, 喜欢, 喜爱, 爱好, 爱, 热爱, 钟爱, 偏爱;
dislike, hate, can't stand, cannot stand, doesn't like, does not like, don't like, do not like, averse to, detest,
loathe, no fan of, not a fan of, 讨厌, 不喜欢, 厌恶, 受不了, 反感, 不爱; favourite, favorite, prefer, likes best, likes
most, like most, like best, loves most, preferred, of choice, 最喜欢, 最爱, 偏爱, 首选, 最喜爱, 更喜欢, 偏好; allergic,
allergic to, allergy, allergy to, react to, reacts to, can't tolerate, intolerant, intolerance, 过敏, 不耐受; afraid,
fear, scared, frightened, phobia, 怕, 害怕, 恐惧; marry, married, married to, husband, wife, spouse, wed, 结婚, 嫁给,
娶了, 配偶, 妻子, 丈夫, 爱人, 老公, 老婆, 已婚, 太太; vegetarian, doesn't eat meat, does not eat meat, eats no meat,
eat no meat, no meat, avoids meat, meat-free, meatless, never eats meat, 吃素, 素食, 素食者, 不吃肉, 吃素的; vegan, no
animal products, eats no animal products, 纯素, 全素; pregnant, expecting, expecting a baby, expecting a child, having
a baby, 怀孕, 有孕, 怀了孕, 怀上, 有喜; left-handed, left hand, left-hander, lefty, 左撇子, 左手; right-handed, right
hand, right-hander, 右撇子, 右手; store, stored, save, saved, keep, kept, archive, archived, live in, lives in, put in,
put into, 存储, 存放, 存, 保存, 放在, 存入, 归档, 存档, 落在; keep, kept, retain, retained, retention, retention
period, stored for, stay for, held for, preserve, retention time, hold on to, 保留, 留存, 保存, 保留期, 存留, 留,
保留时间; delete, deleted, remove, removed, erase, purge, purged, wipe, wiped, discard, discarded, drop, dropped, clean
up, cleaned up, throw away, thrown away, 删除, 删, 删掉, 清除, 清理, 清空, 移除, 抹掉, 清掉, 丢弃; write to, written
to, go to, goes to, end up in, ends up in, land in, lands in, logged to, saved to, 写到, 写入, 写进, 输出到, 落到,
存到, 发到, 送到, 进到; rotate, rotated, rotation, change, changed, renew, renewed, replace, replaced, swap, swapped,
exchange, exchanged, refresh, 轮换, 更换, 更新, 换, 替换, 轮转, 换一次; happen, take place, takes place, hold, held,
scheduled, schedule, occur, planned for, set for, fall on, falls on, meet, meets, date, due, 举行, 举办, 进行, 召开,
定在, 安排在, 安排, 开, 办, 排在, 开会, 办一次; announce, announced, announcement, 宣布, 公布, 公告; approve, approved,
approval, approver, sign off, signed off, sign-off, agree, consent, green light, authorise, authorize, okay, 批准,
审批, 同意, 签字, 核准, 放行, 点头, 批, 拍板; review, reviewed, reviewer, check, checked, look over, looked over,
proofread, inspect, inspection, 评审, 审查, 审核, 复核, 把关, 检查, 审, 校对; test, tested, tester, testing, try out,
qa, 测试, 检测, 测, 试; fix, fixed, repair, repaired, mend, mended, resolve, service, serviced, servicing, maintenance,
修复, 修理, 修好, 解决, 维修, 检修, 保养, 修; clean, cleaner, cleaning, tidy, scrub, sweep, wash, 打扫, 清洁, 清扫,
保洁, 清理, 洗; water, watered, watering, 浇水, 浇花, 浇; feed, fed, 喂, 喂食, 喂养, 投喂; cook, cooked, chef, prepare,
prepared, 做饭, 掌勺, 下厨, 烧菜, 做菜, 厨师; bake, baked, baker, 烤, 烘焙, 烘烤; buy, bought, purchase, order from,
ordered from, get from, gets from, got from, source, sourced, supply, supplied, supplier, vendor, come from, comes
from, procure, procurement, purchasing, 采购, 购买, 买, 订购, 进货, 供应, 供货, 供应商, 供货商, 购入, 购置; sell, sold,
sale, seller, sales, selling, 出售, 卖, 销售, 售卖, 售; rent, rented, rent from, rents from, rented from, lease, leased
from, landlord, landlady, let by, 租, 租用, 租赁, 房东, 出租, 租的, 租自, 承租; borrow, lend, loan, lent to, on loan,
lent, 借, 借给, 借走, 借用; hold, held, with, has, keep, kept, in the hands of, 保管, 拿着, 在手里, 那里, 手上, 手里,
带着, 持有, 那儿; bring, brought, take along, carry, 带, 携带, 自带, 带来; have, has, hold, holds, possess, got,
passed, 持有, 考到, 拿到, 取得; meet, met, get together, gather, come together, assemble, 见面, 碰头, 集合, 碰面, 会面,
聚; visit, come by, comes by, see, 拜访, 来访, 看望, 参观, 探望; call, phone, ring, dial, reach, reached, reachable,
打电话, 拨打, 致电, 电话, 拨, 联系; join, joined, started at, came to, become a member, 加入, 入职, 参加, 进入; quit,
resigned, 离职, 辞职, 退出; attend, take part, takes part, participate, come to, 参加, 出席, 参与; stand in, stands in,
substitute, deputy, deputise, cover for, covers for, stand-in, 顶替, 代班, 替补, 替, 代替; mentor, mentored by, coach,
coached by, trainer, trained by, buddy, 导师, 指导, 带, 教练, 带教, 辅导, 师傅; design, designed, designer, drawn,
draw, 设计, 设计师, 画; translate, translated, translator, translation, 翻译, 译, 译者; edit, edited, editor, editing,
编辑, 剪辑; paint, painted, painter, 刷漆, 粉刷, 涂, 漆; accept, accepts, accepted, take, takes, support, supports,
接受, 支持, 收, 受理; offer, provide, supply, give, serve, serves, 提供, 供应; need, require, required, must, call for,
calls for, have to, take, ask for, mandatory, demand, 需要, 必须, 要求, 须, 必需, 需; allow, permit, permitted, may,
can, free to, okay to, welcome to, be able, let, 允许, 可以, 能, 准许, 准, 可, 能够, 许可; - forbidden, prohibited,
banned, not allowed, not permitted, may not, mustn't, must not, can't, cannot, off limits, disallow, 禁止, 不准, 不许,
严禁, 不让, 不能, 不可以, 不得, 不可, 谢绝, 不允许; support, supports, supported, capable of, can, offer, handle, able,
works with, compatible with, 支持, 可以, 能, 兼容, 能够, 提供; retry, retries, retried, try again, tried again, 重试,
再试; fail, failure, go wrong, 失败, 出错, 不成功; sign, signed, signature, 签名, 签字, 签署, 签; shuffle, shuffled,
random, randomly, randomised, randomized, at random, 随机, 打乱, 乱序; sort, sorted, ordered by, arranged, 排序, 排列;
limit, limited, limited to, throttled to, 限速, 限流, cap, capped, capped at, at most, no more than, maximum, max, up
to, not more than, never more than, may not exceed, upper limit, quota, as large as, as many as, 上限, 限制, 最多,
最大, 至多, 不超过, 不能超过, 不得超过, 限, 限于, 顶多, 封顶, 最高, 限额, 配额, 以内, 之内, 限制在; minimum, min, at
least, no less than, not less than, or more, lower limit, 至少, 最少, 最低, 不少于, 不低于, 不得低于, 不得少于, 下限,
起码, 以上, 起步; broken, out of service, out of order, out of action, not working, doesn't work, does not work, isn't
working, is down, defective, faulty, no longer works, broke down, can't be used, cannot be used, 坏了, 坏, 故障,
用不了, 出故障, 失灵, 无法使用, 出了故障, 坏掉; works, working, in order, in service, works again, functions,
operational, runs again, usable, 正常, 能用, 可用, 修好, 好用; manual, manually, by hand, by a person, 手动, 人工,
手工; automatic, automatically, automated, by itself, on its own, 自动, 自动化; free, free of charge, for free, no
charge, costs nothing, doesn't cost anything, does not cost anything, gratis, at no cost, 免费, 不要钱, 不收费, 不花钱,
不用钱; chargeable, not free, costs money, subject to a fee, 收费, 付费, 要钱, 自费; mandatory, compulsory, obligatory,
required, must, have to, need, 必须, 强制, 必需, 必填, 必修; - optional, voluntary, needn't, don't have to, doesn't
have to, 可选, 自愿, 选填, 选修, 不强制, 不必, 随意; contain, include, included, come with, comes with, 包含, 包括, 含,
带; part of, belong to, belongs to, member of, member, 属于, 隶属, 成员, 归; fixed, constant, unchanging, 固定, 不变;
answer, answered, reply, respond, response, 回答, 回复, 答复, 响应, 接听; no longer, has stopped, have stopped,
stopped, quit, gave up, has given up, given up, not any more, not anymore, 不再, 戒了, 戒掉, 戒; charge, charged, bill,
billed, billing, invoice, invoiced, debit, debited, deduct, deducted, 扣费, 扣款, 收费, 计费, 结算, 出账, 账单, 收款,
划扣; get paid, gets paid, payday, pay day, salary, salaries, wages, pay, paid, paycheck, payroll, 发工资, 发薪, 工资,
薪水, 薪资, 到账, 领工资, 发薪日, 工资到账, 薪水到账; arrive, paid out, transferred, credited, 到账, 打款, 转账, 入账;
scan, scanned, check, checked, screen, screened, look for, 扫描, 检查, 查; contact, contact person, call, phone, get in
touch, talk to, reach, turn to, ask, go to person, point of contact, 联系, 联系人, 打电话, 找, 致电, 对接人, 问,
电话打给, 对接, 咨询, 请教; access, reach, get to, gets to, open at, opened at, reachable, available at, found at, go
to, visit, enter, 访问, 进入, 打开, 进, 登录, 地址, 网址; address, url, path, link, route, location, web address, 地址,
网址, 路径, 链接, 访问路径, 访问地址, 域名; comes from, come from, is from, native of, originally from, hometown, home
town, grew up in, born in, was born in, 老家, 家乡, 来自, 籍贯, 出身, 出生于, 出生在, 生于, 老家在, 长大; switch to,
switched to, move to, moved to, migrate to, migrated to, change to, changed to, 迁到, 切到, 切换到, 换到, 换成, 改用,
迁移到, 搬到, 换用; quit, resigned, left, has left, left us, leave the company, left the company, no longer works, no
longer work, no longer with us, 离职, 辞职, 走了, 不干了, 离开公司, 已经离开, 不在公司; expire, valid, last, lasts,
live for, time out, times out, good for, lifetime, validity, ttl, life, 有效, 有效期, 失效, 过期, 到期, 时效, 有效时间,
有效时长; prefix, start with, starts with, begin with, begins with, 前缀, 开头, 打头; suffix, end in, ends in, end
with, ends with, last digits, final digits, last three digits, last four digits, last two digits, 后缀, 结尾, 尾号,
末尾, 尾数, 末三位, 末四位, 后四位, 后三位; decide, decision, final say, has the last word, has the final say, call the
shots, calls the shots, 决定, 拍板, 说了算, 定夺, 做主; take, takes, ride, rides, travel by, travels by, commute by,
commutes by, go by, goes by, 坐, 乘, 搭, 乘坐, 搭乘; commute, get to work, gets to work, go to work, goes to work, way
to work, 通勤, 上班, 上下班; work from home, works from home, home office, remote, remotely, works remotely, telework,
在家办公, 居家办公, 远程, 远程办公, 居家, 在家上班; away, absent, out of office, off, on leave, on holiday, on
vacation, 不在, 休假, 请假, 缺席, 外出; enable, enabled, turn on, turned on, switched on, active, activated, activate,
启用, 开启, 打开, 开着, 激活, 开了; - disable, disabled, deactivated, turned off, switched off, inactive, 停用, 禁用,
关掉, 关着, 没开, 没有开启, 未启用; merge, merged, squash, squashed, 合并, 压缩; write to, mail to, email, mail,
e-mail, mail address, email address, e-mail address, 写信, 发邮件, 邮箱, 邮件, 邮箱地址, 电子邮箱; connect, connected,
connects, attached, linked, hooked up, 连接, 连, 接, 接入, 连着; run, operate, operated by, operates, operator, 运营,
经营, 运行, 开; monitor, monitored, watch, watched, observe, 监控, 监测, 盯; migrate, migrated, port, ported, 迁移,
移植; require, needed to, 需要, 得有, 要求; sleep, sleeps, goes to bed, go to bed, bedtime, asleep, turns in, 睡觉,
就寝, 睡, 上床, 入睡; wake up, wakes up, gets up, get up, rise, rises, up at, is up at, alarm, alarm rings, alarm goes
off, 起床, 起来, 醒, 闹钟, 早起; eat, eats, has for, 吃, 爱吃; drink, drinks, 喝, 爱喝; wear, wears, dressed in, 穿,
戴; keep as a pet, pet, 养, 养了, 养着, 宠物; park, parks, parked, parking space, parking spot, 停, 停车, 停在, 车位;
sit, sits, seated, seat, desk is, 坐, 坐在, 工位, 座位; give up, cancel, cancelled, called off, dropped, 取消, 作罢;
postpone, postponed, moved, delayed, put off, shifted, 推迟, 延期, 改期, 挪到, 改到, 调到; hire, hired, recruited,
taken on, 招, 招聘, 聘用, 雇; lose, lost, missing, 丢, 丢失, 遗失, 不见了; win, won, beat, 赢, 获胜, 战胜; vote, voted,
elected, 投票, 选, 当选; invite, invited, 邀请; measure, measured, metering, 测量, 量; count, counted, 统计, 计数, 数;
print, printed, 打印, 印; publish, published, appear, appears, appeared, come out, comes out, 出版, 发表, 刊登, 上架,
出; synced to, sync, synced, synchronised, synchronized, 同步, 同步到; compress, compressed, zipped, packed, 压缩;
convert, converted, transform, transformed, turned into, 转换, 转成; generate, generated, create, created, produce,
produced, build, made, 生成, 创建, 产出, 新建; parse, parsed, parser, 解析; load, loaded, import, imported, read in,
ingest, 加载, 导入, 载入; export, exported, dump, dumped, 导出; cache, cached, caching, 缓存; validate, validated,
verify, verified, check, 校验, 验证, 核对; authenticate, authentication, sign in with, log in with, login with, signs
in with, logs in with, authenticated by, 认证, 登录, 鉴权, 身份验证; notify, notified, notification, alert, alerted,
told, informed, inform, tell, 通知, 告知, 提醒, 报警; escalate, escalated, passed on to, goes on to, 升级, 上报;
assign, assigned, assignee, allocated, 分配, 指派, 派给; registered at, registered with, registrar, 注册在, 注册商;
insure, insured, insured with, insurance, insurer, insured by, 投保, 保险, 保险公司, 参保; bank with, banks with,
account with, account at, bank account, bank, 开户, 银行, 账户, 户头; subscribe, subscribed, subscription, subscribes
to, 订阅, 订; treat, treated, treated by, see, sees, patient of, goes to see, looks after, 看病, 看, 治疗, 主治, 就诊;
put in, put into, placed in, place in, goes in, goes into, go into, land in, lands in, end up in, ends up in, stored
in, store, kept in, saved in, saved to, written to, write to, uploaded to, stays in, 放在, 放进, 放到, 存进, 落在,
存放在, 进; be off, is off, are off, off on, has off, day off, doesn't work on, does not work on, don't work on, isn't
in on, not working on, free on, 休息, 不上班, 轮休, 休, 放假; cycle, interval, cadence, period, frequency, rhythm,
every, 周期, 间隔, 频率, 每隔, 每次; in advance, ahead, beforehand, before, early, 提前, 事先, 之前; serve, serves,
served, is served, meal is at, starts serving, 开饭, 供餐, 供应, 上菜, 吃饭; communicate, communication, talk, chat,
speak with, stay in touch, 沟通, 交流, 联系, 聊; grow, planted, plant, grows, growing, 种, 种的是, 种着, 栽, 长着,
种了; celebrate, spend, spends, spent, celebrates, go for, goes for, 庆祝, 度过, 过节; avoid, avoids, stay away from,
stays away from, keep off, doesn't eat, does not eat, don't eat, eats no, never eats, no, abstain, 忌, 忌口, 不吃,
不碰, 戒; approval, blessing, okay, ok, consent, approve, permission, go-ahead, sign-off, 批准, 点头, 同意, 许可, 审批;
deaf, hard of hearing, can't hear, cannot hear, hears badly, hears poorly, can't hear well, hearing problems, 耳背,
听不清, 听力不好, 耳聋, 聋; rewrite, rewritten, rewrote, port, ported, 重写, 改写; write down, note, noted, record,
recorded, log, logged, 记录, 记, 登记; read aloud, recite, present, presented, presentation, talk, give a talk, gives a
talk, speak, speech, 演讲, 讲, 汇报, 分享; summarise, summarize, compile, compiled, collect, put together, collate,
汇总, 整理, 归纳, 编; resize, resized, scale, scaled, shrink, shrunk, target width, 缩放, 缩小, 压到; run at, runs at,
executes, execute, executed, triggered, trigger, fires, fire, kick in, 执行, 运行, 跑, 触发, 启动; reset, resets,
restart, restarted, reboot, rebooted, 重启, 重置; lock, locked, locks, close off, 锁, 锁门, 上锁; unlock, unlocked,
解锁, 开锁; display, show, shown, appears, shows, displayed, 显示, 展示, 出现; hide, hidden, 隐藏; sleep in, stay,
stays, stayed, overnight, spends the night, 住, 过夜, 住宿, 下榻, 入住; eat out, lunch, dine, dines, has lunch, have
lunch, eats lunch, 吃午饭, 吃饭, 用餐, 就餐; pick, choose, chose, chosen, select, selected, decide on, decided on, opt
for, opted for, go with, went with, settled on, 选, 选择, 选定, 敲定, 决定用, 定为, 选了; switch, change over, changed
from, moved from, 换; maintained, looked after, 维护, 维保, 支持; spend, spent, expenditure, costs, 花费, 支出, 开销;
earn, earns, earned, income, makes, 挣, 赚, 收入; owe, owes, owed, debt, 欠; savings, 存钱, 储蓄; donate, donated,
donation, gift, give to, 捐, 捐款, 捐赠; order food, orders, has delivered, 点, 订, 点餐; found, founded, established,
set up, started, launched, 成立, 创立, 创办, 创建, 建立; acquire, acquired, bought by, taken over, takeover, 收购,
并购; merge with, merged with, 合并; close down, closed down, shut down, went out of business, 倒闭, 关张, 停业; hand
in, submit, submitted, turned in, turn in, file, filed, 提交, 上交, 交, 递交; sign up for, enrolled, enrol, enroll,
registered for, register for, 报名, 注册, 登记; pass exam, passed, pass, 通过, 及格, 考过; fail exam, failed, didn't
pass, did not pass, 不及格, 没通过, 没考过, 挂科; break, broke, broken, snapped, cracked, smashed, 摔坏, 打碎, 断, 裂;
leak, leaks, leaking, drips, dripping, 漏, 漏水, 渗水; smell, smells, stinks, 闻, 味道, 气味, 臭; post, posted, report,
reported, announced in, sent to, pushed to, goes to, go to, notify, publish to, 发到, 推送到, 推到, 报到, 同步到,
通知到, 播报, 推送, 发; hire, rent, rental, rented, for hire, hiring, 租, 租用, 租借; come, comes, visit, visits, drop
in, drops in, stop by, stops by, is here, is there, are here, be here, comes in, 过来, 来访, 上门, 到公司; renew,
renewed, expire, extended, extend, 续期, 续, 到期, 更新, 续签; has lessons with, have lessons with, lessons with,
lessons from, taught by, learns from, teach, teacher, classes with, 跟着学, 学, 教, 老师; draw up, drawn up, prepare,
prepared, put together, worked out, plan, set up, make, made, 编制, 制定, 拟定, 起草; finish, finished, complete,
completed, done, be done, get done, gets done, 完成, 做完, 弄完, 搞定; take, takes, swallow, 吃, 服用, 服; sleep over,
stay at, stays at, staying at, 住在, 下榻, 入住; insured with, insured by, bought from, taken out with, 买, 买的, 投保;
travel to, travels to, trip to, go to, goes to, trip, visit, journey to, 前往, 出行, 旅行; throw, thrown, throw into,
thrown into, put, put into, goes into, goes in, belongs in, discard, 扔, 扔进, 丢, 丢进, 投, 投放, 放进; by car, drive,
drives, drove, driving, 开车, 自驾, 驾车; walk the dog, walks the dog, take the dog out, takes the dog out, takes the
dog for a walk, goes out with the dog, 遛狗, 带狗出门, 带狗散步, 牵狗出门; take pictures, takes pictures, taking
pictures, take photos, taking photos, photography, photograph, 拍照, 摄影, 拍照片, 照相; taken, shot, photographed,
filmed, 拍, 拍摄, 照; take a walk, goes for a walk, go for a walk, take a stroll, walks, strolls, 散步, 走走, 遛弯;
take a shower, showers, have a shower, has a shower, 洗澡, 冲澡, 淋浴; have a bath, take a bath, bathes, 泡澡; do the
dishes, does the dishes, wash up, washes up, washing-up, 洗碗, 刷碗; do the laundry, does the laundry, wash clothes,
washes clothes, laundry, 洗衣服, 洗衣; do the shopping, does the shopping, go shopping, goes shopping, shops, 买菜,
购物, 采购; take out the rubbish, takes out the rubbish, takes out the trash, take out the trash, puts out the bins,
takes the bins out, 倒垃圾, 扔垃圾; mow the lawn, mows the lawn, cuts the grass, cut the grass, 割草, 剪草, 修草坪;
take a nap, takes a nap, naps, 午睡, 睡午觉, 小睡; go for a run, goes for a run, goes running, go running, jogs,
jogging, runs, 跑步, 慢跑; go swimming, goes swimming, swims, 游泳; give a talk, gives a talk, holds a talk, speaks,
presents, 演讲, 做报告, 讲座; take over, takes over, took over, successor, succeeds, 接手, 接管, 接任, 接班; hand over,
hands over, handover, passes on, 交接, 移交, 转交; fill in, fills in, fill out, fills out, filled in, enter, entered,
填, 填写, 录入, 填报; hand out, hands out, handed out, distribute, distributed, gives out, 发放, 分发, 派发; set up,
sets up, install, installed, installs, put up, mounted, 安装, 搭建, 架设, 装, 装好; take down, takes down, dismantle,
dismantled, removed, 拆, 拆除; put on, puts on, hang up, hung up, hangs, 挂, 张贴, 贴; look for, looks for, search for,
searches for, searching for, 找, 寻找, 招; wait for, waits for, await, 等待; worry about, worries about, concerned
about, 担心; remember, remembers, keep in mind, 记得, 记住; apply for, applies for, application for, request,
requested, requests, 申请, 申领; pay back, paid back, repay, reimburse, reimbursed, refunded, 偿还, 归还, 退还, 报销,
返还; give back, return, returned, bring back, brought back, 归还, 送回; check in, checks in, checked in, 办理入住,
签到, 值机; check out, checks out, checked out, 退房; throw away, thrown away, discard, dump, 扔掉, 丢掉; turn off,
turned off, switch off, switched off, shut off, goes off at, 关掉, 关上, 熄灭; turn on, turned on, switch on, switched
on, goes on at, 打开, 开启, 点亮; split, splits, divide, divided, share, shared, 平分, 分, 分摊, 分成; cover, covers,
covered, include, included, 涵盖, 覆盖, 包括; empty, nothing in, there is nothing in, there's nothing in, has nothing
in, bare, 空, 空的, 什么都没有, 没东西; celebrate birthday, birthday party, 过生日, 生日会; tune, tuned, tuning, 调音,
校音; sharpen, sharpened, 磨; charge up, recharge, recharged, 充电, 充; refuel, fill up, fuelled with, runs on, takes,
tank, 加, 加油, 烧
"""
