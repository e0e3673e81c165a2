"""Names of things, people and qualities that mean the same, in English and Chinese, written like ``alike.py``. Data.

A thing is what a fact is about, so entries are narrow: whatever could be two things in one memory, as a server and a
machine or a child and a daughter, stands in two. A single Chinese sign counts only where it is a word by itself.
"""

from __future__ import annotations

THINGS = """
postgres, postgresql; kubernetes, k8s; javascript, js; typescript, ts; elasticsearch, elastic;
kilogram, kg, kilo, kilos, kilogramme, 公斤, 千克; gram, gramme, 克; tonne, ton, tons, 吨; kilometre, kilometer, km,
公里, 千米; metre, meter, 米; centimetre, centimeter, cm, 厘米, 公分; millimetre, millimeter, mm, 毫米; litre, liter,
升; millilitre, ml, 毫升; degree, °c, celsius, centigrade, 度, 摄氏度; gigabyte, gb, gig, g; megabyte, mb, 兆;
terabyte, tb; kilobyte, kb; square metre, square meter, sqm, m2, 平方米, 平米, 平; millisecond, ms, 毫秒; second, sec,
secs, 秒, 秒钟; minute, min, mins, 分钟, 分; hour, hr, hrs, 小时, 钟头, 个小时; day, 天; week, 周, 星期, 个星期, 礼拜,
个礼拜; month, 月, 个月; year, 年, 岁, years old, aged, age, 年龄; euro, eur, 欧元, 欧; dollar, usd, bucks, 美元, 美金,
刀; yuan, rmb, cny, 元, 块, 块钱, 人民币; pound, gbp, quid, 英镑; percent, per cent; person, people, man, 人, 位, 名;
times, 遍, 回; dozen, 打; pair, 双; piece, item, unit, 件, 只; row, line, record, 行, 条; page, 页; daily, every day,
each day, a day, per day, once a day, 每天, 每日, 天天, 一天; weekly, every week, each week, a week, per week, once a
week, 每周, 每星期, 每个星期, 一周, 一个星期, 一星期; monthly, every month, each month, a month, per month, once a
month, 每月, 每个月, 一个月, 按月; yearly, annually, annual, every year, each year, a year, per year, once a year,
每年, 一年, 年度, 年; hourly, every hour, each hour, an hour, per hour, once an hour, 每小时, 每个小时, 一小时,
一个小时, 时薪; nightly, every night, each night, at night, overnight, 每晚, 每夜, 夜间, 夜里; fortnightly, every two
weeks, every other week, biweekly, every second week, bi-weekly, once a fortnight, 每两周, 隔周, 两周一次, 双周,
每隔一周; quarterly, every quarter, every three months, each quarter, once a quarter, 每季度, 每季, 每个季度, 按季度;
every other day, every two days, every second day, 隔天, 每两天, 每隔一天; every half year, every six months, twice a
year, half-yearly, 每半年, 半年一次, 每六个月; weekdays, weekday, working days, working day, monday to friday, business
days, 工作日, 周一到周五, 周一至周五; weekend, weekends, saturdays and sundays, 周末, 双休日, 周六周日, 周六日,
周六和周日; dawn, daybreak, 黎明, 清晨; dusk, sunset, 黄昏, 日落; spring, 春天, 春季; summer, 夏天, 夏季; autumn, 秋天,
秋季; winter, 冬天, 冬季; today, 今天; tomorrow, 明天; holiday, vacation, leave, time off, 假期, 休假, 年假, 度假;
birthday, born, born on, date of birth, birth date, was born, 生日, 出生, 出生日期, 生于, 过生日; anniversary, jubilee,
周年, 纪念日; deadline, due, due date, due by, cut-off, cutoff, closing date, last day, submit by, hand in by, must be
in by, 截止, 截止日期, 最后期限, 期限, 最晚, 之前交, 截止日; daughter, girl, 女儿, 闺女; son, boy, 儿子; child, kid,
kids, children, 孩子, 小孩, 娃; baby, infant, newborn, 宝宝, 婴儿, 娃娃; parents, mum and dad, mom and dad, 父母, 爸妈,
双亲; grandparents, 祖父母, 爷爷奶奶, 外公外婆; grandma, grandmother, granny, 奶奶, 祖母; grandma, grandmother, granny,
外婆, 姥姥; grandpa, grandfather, granddad, 爷爷, 祖父; grandpa, grandfather, granddad, 外公, 姥爷; older brother,
elder brother, big brother, 哥哥, 兄长; younger brother, little brother, 弟弟; older sister, elder sister, big sister,
姐姐; younger sister, little sister, 妹妹; aunt, auntie; aunt, 姑姑; aunt, 阿姨, 姨妈; uncle, 叔叔; uncle, 舅舅; uncle,
伯伯; friend, pal, mate, buddy, 朋友, 好友; roommate, flatmate, housemate, 室友, 合租; neighbour, neighbor, next door,
邻居, 隔壁; dentist, tooth, teeth, dental, 牙医, 牙科, 牙齿, 看牙; vet, veterinarian, veterinary, animal doctor, 兽医,
宠物医生, 宠物医院; doctor, physician, gp, family doctor, general practitioner, 医生, 大夫, 医师, 家庭医生; nurse,
护士; hairdresser, barber, haircut, hair cut, cuts hair, 理发师, 发型师, 理发, 剪头发; gardener, gardening, garden,
园丁, 花匠; caretaker, janitor, concierge, 门卫, 看门人, 物业; cleaner, cleaning lady, cleaning, 保洁, 清洁工, 保洁员;
lawyer, attorney, solicitor, counsel, legal, 律师, 法务; accountant, bookkeeper, bookkeeping, accounts, accounting, tax
adviser, 会计, 财务, 记账, 做账; plumber, plumbing, 水管工; electrician, 电工; mechanic, garage, workshop, 修车, 汽修,
修理厂; driver, chauffeur, drives, 司机, 驾驶员; photographer, photos, 摄影师, 拍照; nanny, babysitter, childminder,
babysits, 保姆, 看孩子, 带孩子; tutor, private teacher, 家教; coach, trainer, training, 教练; receptionist, reception,
front desk, 前台, 接待; founder, founded, founded by, set up by, established by, 创始人, 创立, 创办, 创建; treasurer,
funds, cash, 出纳, 司库; secretary, 秘书; assistant, 助理; chairman, chairperson, chair, president, 主席, 会长;
trainee, apprentice, intern, 实习生, 学徒; customer, client, buyer, 客户, 顾客, 买家; guest, visitor, 访客, 客人, 来宾,
来访者; staff, employees, personnel, workforce, 员工, 职工, 职员, 人员; team, crew, 团队, 小组, 组; colleague,
coworker, co-worker, 同事; contact, contact person, point of contact, go-to person, 联系人, 对接人, 接口人; applicant,
candidate, 候选人, 应聘者; user, end user, 用户; subscriber, reader, 订阅者, 读者; member, membership, 会员, 成员;
company, firm, business, corporation, 公司, 企业; organisation, organization, association, 组织, 协会; authority,
agency, 机构, 部门; car, automobile, vehicle, drive a, drives a, drives an, drive an, 汽车, 车, 车子, 轿车, 开车,
开的是, 座驾, 小车; bike, bicycle, cycle, cycles, cycling, by bike, 自行车, 单车, 骑车, 骑自行车; motorbike,
motorcycle, 摩托车, 摩托; bus, coach, by bus, 公交, 公交车, 巴士, 大巴, 班车; train, by train, railway, rail, 火车,
高铁, 列车, 动车; plane, flight, fly, flies, by plane, 飞机, 航班, 飞; ship, boat, 船, 轮船; ferry, 轮渡; underground,
subway, metro, tube, 地铁; tram, streetcar, 电车; truck, lorry, 卡车, 货车; van, 面包车; taxi, cab, 出租车, 打车, 的士;
petrol, gasoline, gas, 汽油; lift, elevator, 电梯; stairs, staircase, 楼梯; flat, apartment, condo, 公寓, 套房; house,
房子, 住宅; cellar, basement, 地下室, 地窖; attic, loft, 阁楼; kitchen, 厨房; bathroom, toilet, restroom, loo, 厕所,
洗手间, 卫生间; fridge, refrigerator, 冰箱; freezer, 冷冻柜, 冰柜; stove, cooker, 炉子, 灶; oven, 烤箱; washing
machine, washer, 洗衣机; vacuum cleaner, hoover, 吸尘器; heating, radiator, heater, 暖气, 取暖, 供暖; air conditioning,
air conditioner, aircon, 空调; sofa, couch, 沙发; cupboard, cabinet, closet, 柜子, 橱柜; rubbish, garbage, trash,
waste, bin, 垃圾, 垃圾桶; parcel, package, packet, 包裹, 快递; letter, 信, 信件; wallet, purse, 钱包; key, 钥匙; gate,
main gate, front gate, main entrance, 大门, 正门, 门口; entrance, way in, 入口; exit, way out, 出口; garden, yard,
花园, 院子; balcony, terrace, patio, 阳台, 露台; pond, 池塘; swimming pool, pool, 游泳池, 泳池; gym, fitness centre,
fitness center, fitness studio, 健身房; playground, 操场, 游乐场; library, 图书馆; museum, 博物馆; theatre, theater,
剧院, 剧场; concert, gig, 音乐会, 演出; cinema, movie theater, 电影院, 影院; kindergarten, nursery, preschool, day
care, daycare, 幼儿园, 托儿所; primary school, elementary school, 小学; secondary school, high school, 中学, 高中;
university, uni, college, 大学, 高校; hospital, clinic, 医院, 诊所; pharmacy, chemist, drugstore, 药店, 药房;
supermarket, grocery store, 超市; bakery, baker's, 面包房, 面包店; butcher, 肉铺; restaurant, eatery, 餐厅, 餐馆, 饭店,
饭馆; canteen, cafeteria, 食堂; café, coffee shop, 咖啡馆, 咖啡店; hotel, inn, 酒店, 宾馆, 旅馆; airport, 机场;
harbour, harbor, 港口, 码头; meal, food, 饭, 餐; breakfast, 早饭, 早餐; lunch, 午饭, 午餐; dinner, supper, 晚饭, 晚餐;
snack, 零食, 点心; bread, loaf, 面包; meat, 肉, 肉类; vegetable, 蔬菜, 青菜; fruit, 水果; potato, 土豆, 马铃薯; tomato,
西红柿, 番茄; shrimp, prawn, 虾; seafood, 海鲜; nut, nuts, 坚果; peanut, 花生; milk, 牛奶; gluten, wheat, 麸质, 小麦;
coriander, cilantro, 香菜; spicy, hot food, chili, 辣; alcohol, liquor, 酒, 酒精; cigarette, smoking, smoke, 烟, 抽烟,
吸烟; medicine, medication, drug, pills, 药, 药物; illness, disease, sick, ill, 病, 生病; surgery, operation, 手术;
vaccination, vaccine, shot, jab, 疫苗, 打针; checkup, check-up, medical examination, physical, 体检; glasses,
spectacles, 眼镜; shoe size, size of shoes, 鞋码, 鞋号; picture, image, photo, photograph, 图片, 图像, 照片, 相片;
film, movie, 电影, 片子; song, 歌, 歌曲; choir, chorus, 合唱团; band, 乐队; violin, fiddle, 小提琴; football, soccer,
足球; sport, exercise, workout, 运动, 锻炼; run, running, jog, jogging, 跑步, 慢跑; hike, hiking, 徒步, 远足; game,
match, 比赛; race, 比赛; tournament, championship, 锦标赛, 联赛; trip, journey, travel, 旅行, 行程, 出行; business
trip, 出差; party, celebration, 聚会, 派对, 联欢会; wedding, 婚礼; annual party, annual gala, 年会; newsletter,
bulletin, 简报, 通讯; magazine, journal, 杂志, 期刊; newspaper, paper, 报纸; salary, wage, wages, pay, paid, payroll,
工资, 薪水, 薪资, 发薪; rent, 房租, 租金; invoice, bill, 发票, 账单; receipt, 收据, 小票; budget, 预算; discount,
rebate, reduction, price reduction, off, 折扣, 优惠, 打折, 折; tax, vat, 税, 税率; fine, penalty, 罚款; deposit, 押金,
定金; refund, reimbursement, reimburse, money back, 退款, 报销; expense, expenses, expense claim, 费用, 报销;
subscription, plan, 订阅, 套餐; contract, agreement, 合同, 协议; lease, rental contract, tenancy, 租约, 租赁合同;
notice period, notice, 通知期; probation, trial period, probation period, probationary period, 试用期; training,
course, class, workshop, 培训, 课程, 课; lesson, class, 课; homework, assignment, 作业; exam, test, 考试, 测验;
semester, term, 学期; meeting, 会议, 开会; weekly meeting, team meeting, 周会, 例会; stand-up, standup, daily meeting,
daily standup, 站会, 晨会, 早会; retrospective, retro, 回顾会, 复盘会, 复盘; interview, 面试, 采访; appointment, 预约,
约; shift, 班, 班次; on call, on-call, on duty, standby, stand-by, duty, 值班, 待命; office, workplace, 办公室; desk,
workplace, workstation, seat, 工位, 办公桌, 座位; meeting room, conference room, 会议室; badge, id card, access card,
key card, 工牌, 门禁卡, 门卡, 胸牌; headquarters, head office, hq, main office, 总部; branch, branch office,
subsidiary, 分公司, 分部; warehouse, depot, storehouse, 仓库, 库房, 货仓; factory, plant, 工厂, 厂; supplier, vendor,
供应商, 供货商; goods, merchandise, wares, 货, 商品, 货物; stock, inventory, 库存, 存货; order, purchase, 订单;
complaint, 投诉; warranty, guarantee, 保修, 质保; hotline, helpline, phone line, support line, 热线; support, customer
service, help desk, helpdesk, 客服, 支持, 售后; phone number, telephone number, extension, number, 电话号码, 号码,
电话, 分机号, 分机; email address, mail address, e-mail address, 邮箱地址, 邮箱; code, pin, passcode, combination,
密码, 口令; password, passphrase, 密码, 口令; provider, carrier, supplier, 服务商, 提供商, 运营商, 供应商; cloud, cloud
provider, 云, 云服务, 云服务商, 云平台, 云厂商; colour, color, 颜色; shape, form, 形状; size, dimension, 大小, 尺寸;
number, amount, quantity, count, 数量, 数目, 数; name, called, named, known as, goes by, answers to, 名字, 名称, 名叫,
叫做, 名字叫, 名为; nickname, alias, 昵称, 绰号, 外号, 小名; reason, cause, because, because of, due to, caused by,
root cause, 原因, 因为, 由于, 导致, 引起, 造成; result, outcome, 结果; goal, aim, target, objective, 目标; problem,
issue, trouble, 问题; idea, proposal, suggestion, 提议, 建议; rule, policy, regulation, guideline, 规则, 规定, 政策,
规范; step, stage, phase, 步骤, 阶段; kind, type, sort, category, 类型, 种类, 类别; part, component, 部分, 组件, 部件;
version, release, 版本; copy, duplicate, 副本, 拷贝; list, 清单, 列表; table, 表, 表格; chart, diagram, graph, 图表;
map, 地图; manual, handbook, 手册; guide, 指南; document, documentation, docs, 文档; note, notes, 笔记, 备忘; draft,
草稿, 初稿; report, 报告, 报表; summary, 摘要, 总结; template, pattern, 模板; logo, emblem, 标志; poster, 海报; alarm,
alert, 警报, 告警, 报警; message, notification, 消息, 通知, 提醒; chat, messenger, channel, 聊天, 群, 频道; database,
db, data store, datastore, 数据库; data warehouse, 数据仓库, 数仓; server, 服务器; host, hostname, machine, 主机;
website, web site, site, homepage, web page, 网站, 官网, 主页, 站点; web shop, webshop, online shop, online store,
商城, 网店; app, application, 应用; software, 软件; program, 程序; mobile app, phone app, mobile client, 移动端,
手机应用, 手机端; frontend, front end, front-end, 前端; ui, user interface, 界面; backend, back end, back-end, server
side, 后端, 服务端; gateway, 网关; api, interface, endpoint, 接口; framework, 框架; editor, ide, 编辑器; compiler,
编译器; linter, lint, linting, 代码检查; formatter, format, formatted, formatting, 格式化; tests, test suite, 测试;
unit test, unit tests, 单元测试, 单测; integration test, 集成测试; end-to-end test, e2e, e2e tests, end-to-end,
端到端测试; build, builds, compile, compilation, 构建, 编译, 打包; pipeline, ci, continuous integration, 流水线,
持续集成; deploy, deployment, roll out, rollout, deployed, go live, goes live, ship, shipped, release, released, 部署,
上线, 发布, 发版; pull request, pr, merge request, mr, change request, 合并请求; commit, check in, 提交; merge, merged,
合并; branch, 分支; main branch, default branch, trunk, mainline, 主分支, 默认分支, 主干; repository, repo, code base,
codebase, 仓库, 代码库, 代码仓库; ticket, issue, task, 工单, 任务; bug, defect, fault, 缺陷, 错误; outage, incident,
downtime, 故障, 事故, 宕机; log, logs, log file, logging, 日志; metric, metrics, measurement, 指标; dashboard, board,
仪表盘, 看板, 大盘; backup, back up, backed up, backups, snapshot, 备份, 快照; restore, recovery, 恢复; replica, copy,
副本; cluster, 集群; node, 节点; partition, shard, 分区, 分片; topic, 主题; queue, message queue, broker, message
broker, 队列, 消息队列, 消息中间件; cache, cached, caching, 缓存; session, 会话, 登录态; token, 令牌; secret,
credentials, keys, 密钥, 凭据; certificate, cert, tls certificate, ssl certificate, 证书; domain, domain name, 域名; ip
address, ip, 地址; port, listen, listens, listening, 端口, 监听; firewall, 防火墙; vpn, 专线; proxy, reverse proxy,
代理, 反向代理; load balancer, balancer, 负载均衡; container, docker, 容器; image, 镜像; config, configuration,
setting, settings, 配置, 设置; feature flag, feature toggle, flag, toggle, 开关, 功能开关; environment, env, 环境;
production, prod, live system, 生产, 生产环境, 线上; staging, pre-production, preprod, 预发, 预发布, 预生产; log in,
login, sign in, sign on, 登录, 登陆; sign up, register, registration, 注册, 报名; logout, log out, sign out, 登出,
退出登录; upload, uploaded, 上传; download, downloaded, 下载; search, full-text search, 搜索, 检索; timeout, time out,
times out, 超时; delay, latency, lag, 延迟; interval, period, 间隔, 周期; frequency, how often, 频率; rate limit,
throttle, throttled, throttling, 限流, 频率限制; request, 请求; call, 调用; response, answer, reply, 响应, 应答; error,
failure, 错误; upload limit, 上传限制; file, 文件; folder, directory, 目录, 文件夹; disk, drive, hard disk, 硬盘, 磁盘;
memory, ram, 内存; processor, cpu, 处理器; screen, monitor, display, 屏幕, 显示器; laptop, notebook, 笔记本,
笔记本电脑; mobile, phone, cell phone, smartphone, 手机; keyboard layout, 键盘布局; operating system, os, 操作系统;
linux distribution, distro, 发行版; time zone, timezone, 时区; currency, 货币, 币种; language, 语言; encoding, charset,
character set, 编码, 字符集; format, file format, 格式; license, licence, licensed, licensed under, 许可证, 授权,
开源协议; schedule, timetable, cron, 时间表, 日程, 排班; job, batch job, cron job, scheduled job, 任务, 作业, 定时任务;
script, 脚本; device, 设备; sensor, 传感器; printer, print, printed, 打印机, 打印; tracker, issue tracker, ticket
system, bug tracker, 工单系统; wiki, knowledge base, 知识库, 维基; payment provider, payment service, 支付渠道,
支付服务; newsletter tool, 邮件工具; programming language, 编程语言; dependency manager, package manager, 包管理器,
依赖管理; monitoring, monitor, monitored, observability, 监控; analytics, tracking, 统计, 埋点; virus, viruses,
malware, trojan, 病毒, 恶意软件, 木马; incoming, inbound, 入站, 收到的; source, source code, sources, code, code base,
源码, 源代码, 代码; admin panel, admin console, admin interface, back office, admin area, admin page, 管理后台, 后台,
后台管理; rate limit, throttle, throttling, calls per minute, requests per minute, rate limiting, 限流, 限速, 频率限制,
调用频率; plain text, text, 纯文本, 文本, 明文; sick leave, sick note, sick, ill, 病假, 病假条; parental leave,
maternity leave, paternity leave, 产假, 育儿假, 陪产假; leave, holiday, vacation, annual leave, days off, day off, time
off, holidays, vacation days, leave days, 休假, 请假, 假期, 年假, 放假, 假; characters, character, chars, columns,
letters, 字符, 字, 个字, 个字符; digit, digits, figures, 位, 位数, 数字; person, people, member, members, persons,
heads, 人, 位, 名, 成员, 员; floor, storey, story, level, 楼, 层, 楼层; test framework, test runner, testing framework,
测试框架, 测试工具; freeze, code freeze, feature freeze, 冻结, 封版, 封网; region, data centre, data center, location,
区域, 机房, 数据中心, 地域; vat number, vat id, tax number, tax id, vat identification number, 税号, 纳税人识别号;
customer number, client number, customer id, 客户号, 客户编号; serial number, 序列号; order number, 订单号; flight
number, 航班号; room number, 房号, 房间号, 房间; extension, ext, phone extension, 分机, 分机号; fax, fax number, 传真,
传真号; mobile number, cell number, cell phone number, 手机号, 手机号码; number plate, licence plate, registration
number, 车牌, 车牌号; postcode, zip code, postal code, zip, 邮编, 邮政编码; account number, iban, bank account, 账号,
银行账号, 卡号; invoice address, billing address, 开票地址, 账单地址; title, heading, headline, 标题, 抬头, 题目;
slogan, motto, claim, 口号, 标语; logo, 标志, 商标; mascot, 吉祥物; spicy, hot, chilli, chili, peppers, spices, 辣,
辣椒, 辛辣, 辣的; salt, salty, 盐, 咸; sweet, sweets, candy, sugar, 甜, 甜食, 糖; raw, uncooked, 生, 生的; lactose,
milk, dairy, 乳糖, 牛奶, 奶制品, 乳制品; pork, 猪肉; beef, 牛肉; chicken, 鸡肉; fish, 鱼; egg, eggs, 鸡蛋; rice, 米饭,
大米; noodles, pasta, 面条, 面; soup, 汤; tea, 茶; coffee, 咖啡, espresso; decaf, decaffeinated, 低因, 无咖啡因; window
seat, seat by the window, 靠窗, 窗边的座位, 靠窗的座位; aisle seat, seat on the aisle, 靠过道, 过道座位, 靠走道; dark
mode, dark theme, 深色模式, 暗色主题, 深色主题; light mode, light theme, 浅色模式, 浅色主题; shortcut, key binding,
keybinding, hotkey, 快捷键; time off in lieu, overtime, extra hours, 加班; flexitime, flexible hours, flexible working
hours, 弹性工作, 弹性时间; core hours, core time, 核心时间; lunch break, midday break, noon break, 午休; coffee break,
break, 休息, 茶歇; working hours, office hours, business hours, 工作时间, 上班时间, 办公时间; visiting hours,
consulting hours, surgery hours, 门诊时间, 探视时间; fire drill, evacuation drill, 消防演习; first aid, first aider,
first-aid, 急救, 急救员; emergency, emergencies, urgent, in an emergency, 紧急, 急事, 应急; boiler, heating system,
furnace, 锅炉; solar panels, photovoltaics, pv, solar, 太阳能板, 光伏; heat pump, 热泵; wallpaper, background picture,
desktop background, 壁纸, 桌面背景; screensaver, screen saver, 屏保; power supply, charger, adapter, adaptor, 电源,
充电器, 适配器; cable, cord, lead, 线, 电缆, 线缆; headphones, headset, earphones, 耳机; loudspeaker, speaker,
speakers, 音箱, 扬声器; microphone, mic, 麦克风, 话筒; camera, webcam, 摄像头, 相机; beamer, projector, 投影仪, 投影;
whiteboard, 白板; stapler, 订书机; locker, lockers, 储物柜, 更衣柜; safe, strongbox, 保险柜, 保险箱; spare key, second
key, 备用钥匙; first-aid kit, medicine box, 急救箱, 药箱; fire extinguisher, extinguisher, 灭火器; mailbox, letterbox,
letter box, post box, 信箱; trash can, dustbin, waste bin, 垃圾桶; compost, organic waste, bio waste, 厨余, 堆肥; lawn,
grass, 草坪, 草; greenhouse, glasshouse, 温室, 大棚; tent, 帐篷; caravan, camper, motorhome, 房车; trailer, 拖车; tyre,
tire, tyres, tires, 轮胎; winter tyres, winter tires, snow tyres, 冬季胎, 雪地胎; petrol station, gas station, filling
station, 加油站; insurance company, insurer, insurance, 保险公司, 保险; tax office, revenue office, tax authority,
税务局; town hall, city hall, municipal office, 市政厅; police, police station, 警察, 派出所, 警局; fire brigade, fire
department, 消防队; church, chapel, 教堂; mosque, 清真寺; temple, 寺庙; stadium, arena, 体育场, 体育馆; market,
farmers' market, 市场, 集市, 菜市场; bookshop, bookstore, 书店; hairdresser's, hair salon, 理发店, 美发店; launderette,
laundry, laundromat, 洗衣店, 洗衣; florist, flower shop, 花店; hardware store, diy store, 五金店, 建材店; post office,
邮局; nursery school, crèche, 托儿所, 幼儿园; headteacher, principal, head teacher, headmaster, 校长; class teacher,
form teacher, homeroom teacher, 班主任; pupil, student, schoolchild, 学生; classmate, schoolmate, 同学; grade, mark,
score, 成绩, 分数; year, grade, form, 年级; thesis, dissertation, 论文; supervisor, thesis advisor, advisor, adviser,
导师; professor, prof, 教授; scholarship, grant, 奖学金; midwife, 助产士; surgeon, 外科医生; orthopaedist, orthopedist,
orthopaedic surgeon, 骨科医生, 骨科; optician, eye doctor, ophthalmologist, 眼科医生, 眼科, 配镜师; skin doctor,
dermatologist, 皮肤科医生, 皮肤科; therapist, psychotherapist, 心理医生, 心理咨询师; physio, physiotherapist, physical
therapist, physiotherapy, physical therapy, 理疗师, 物理治疗师, 康复师; tax adviser, tax advisor, tax consultant,
taxes, 税务顾问, 报税; notary, 公证员, 公证处; broker, agent, estate agent, realtor, 中介, 经纪人; bride, 新娘; groom,
bridegroom, 新郎; fiancé, fiancée, engaged to, 未婚夫, 未婚妻; godmother, godfather, godparent, 教母, 教父; ex-husband,
ex-wife, ex, 前夫, 前妻; widow, widower, 寡妇, 鳏夫; twin, twins, 双胞胎, 孪生; puppy, young dog, 小狗; kitten, 小猫;
rabbit, bunny, 兔子; hamster, 仓鼠; parrot, 鹦鹉; horse, pony, 马; hen, hens, chickens, 母鸡, 鸡; cow, cattle, 牛;
goldfish, 金鱼; tortoise, turtle, 乌龟; noisy, loud, makes noise, 吵, 响, 噪音; quiet, silent, calm, 安静, 静; dirty,
filthy, 脏; full, fully booked, booked out, sold out, 满, 订满, 满员, 售罄, 卖完; empty, vacant, 空, 空着; crowded,
packed, busy, 挤, 拥挤, 忙, 人多; late, delayed, behind schedule, overdue, 晚点, 延误, 迟到, 逾期; punctual, on time,
in time, 准时, 按时; dangerous, unsafe, risky, 危险, 不安全; safe, secure, harmless, 安全; healthy, well, fit, 健康;
tired, exhausted, weary, 累, 疲惫; easy, simple, straightforward, 简单, 容易; difficult, hard, tough, tricky, 难, 困难,
复杂; cheap, inexpensive, low-priced, affordable, 便宜, 实惠, 低价; expensive, costly, pricey, dear, 贵, 昂贵; old,
aged, ancient, 旧, 老; new, brand-new, recent, latest, 新, 崭新, 最新; quick, fast, rapid, swift, speedy, 快, 迅速,
快速; slow, sluggish, 慢, 缓慢; big, large, huge, spacious, 大, 宽敞; small, little, tiny, compact, 小, 窄; warm,
heated, hot, 暖, 热, 暖和; cold, chilly, unheated, cool, 冷, 凉; open source, open-source, oss, free software, 开源;
closed source, proprietary, commercial, 闭源, 商业; deprecated, obsolete, outdated, phased out, 过时, 淘汰, 弃用;
experimental, beta, unstable, preview, 实验性, 试验, 测试版; stable, reliable, robust, 稳定, 可靠; private,
confidential, secret, internal only, 私密, 保密, 机密; public, open to the public, publicly, open to everyone, 公开,
对外, 开放给所有人; temporary, provisional, interim, for the time being, 临时, 暂时; permanent, permanently, for good,
for ever, forever, indefinitely, 永久, 长期, 一直, 永远; alone, by himself, by herself, single-handedly, on his own, on
her own, 独自, 一个人, 单独; together, jointly, shared, with each other, 一起, 共同, 共用, 合用; both, the two, 两个,
两者; bilingual, in two languages, 双语; colour-blind, color-blind, colour blind, color blind, 色盲; short-sighted,
nearsighted, near-sighted, myopic, 近视; single, unmarried, not married, 单身, 未婚; divorced, separated, split up,
离婚, 离异, 分开; retired, pensioner, on a pension, retirement, stopped working, 退休, 退了休; unemployed, out of work,
jobless, looking for a job, 失业, 待业; self-employed, freelance, freelancer, freelances, works freelance, 自由职业,
自由职业者, 个体; part-time, part time, half days, half-time, 兼职, 半天, 半职; full-time, full time, 全职; data, 数据;
information, 信息; content, 内容; reception, reception desk, front desk, 前台, 接待处; shuttle, shuttle bus, company
bus, 班车, 通勤车, 摆渡车; working day, business day, 工作日; main office, 总部; attachment, attached file, 附件;
avatar, profile picture, 头像; form, 表单, 表格; intercom, 对讲机, 门铃; announcement, notice, 公告, 通知; extension
number, 分机号, 分机; finance, financial, 财务; next month, the coming month, 下个月, 下月; next week, the coming week,
下周, 下星期, 下个星期; next year, the coming year, 明年; this month, 本月, 这个月; this week, 本周, 这周, 这星期; last
month, 上个月, 上月; last week, 上周, 上星期; new hire, new hires, new employee, new starter, newcomer, new colleague,
新人, 新员工, 新同事, 新来的; every morning, each morning, in the mornings, mornings, 每天早上, 每天早晨, 每天上午,
每早; every evening, each evening, in the evenings, evenings, 每天晚上, 每晚; every afternoon, each afternoon, in the
afternoons, 每天下午; every noon, each noon, 每天中午
"""
