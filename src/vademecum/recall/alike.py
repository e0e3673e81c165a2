"""Words that say the same of a fact, in English and Chinese: what lets a claim find a fact in other words. Pure data.

Meanings are parted by semicolons, the ways to say one by commas. One that begins with ``-`` says the opposite of the
one before it, so that what is forbidden is what is not allowed. Only words that can stand for each other in a plain
statement are here: a wrong pair would take a true fact out of the memory, a missing one only leaves a question to a
person. English words stand for all their forms that the stemmer joins; forms that it does not join are written out.
"""

from __future__ import annotations

MEANINGS = """
user, i, me, my, mine, 用户, 主人, 我, 本人, 我的;
allow, permit, may, can, able to, are free to, 可以, 能够, 能, 允许, 准许, 可;
- forbid, forbidden, prohibit, ban, banned, mustn't, must not, can't, cannot, may not, not allowed, 禁止, 不准,
不得, 严禁, 不许, 不能, 不可以, 不可, 不允许;
need, require, must, have to, has to, necessary, mandatory, compulsory, 需要, 必须, 需, 要, 得要;
- optional, needn't, need not, unnecessary, don't have to, doesn't have to, 不需要, 不用, 无需, 不必, 无须, 不要求;
enable, turn on, turned on, switched on, switch on, active, 启用, 开启, 打开;
- disable, turn off, turned off, switch off, switched off, inactive, 停用, 禁用, 关掉; accept, 接受;
- reject, refuse, decline, 拒绝; succeed, 成功; - fail, 失败; picture, image, photo, photograph, 图片, 图像, 照片;
kid, child, children, 孩子, 小孩, 小朋友; boss, chief, head, ceo, managing director, 老板, 总经理, 负责人, 一把手;
company, firm, employer, 公司, 企业; colleague, coworker, co-worker, workmate, 同事;
customer, client, buyer, 客户, 顾客; staff, employee, personnel, 员工, 职员; guest, visitor, 访客, 客人;
doctor, physician, 医生, 大夫, 医师; dentist, tooth, teeth, 牙医, 牙科, 牙齿; flat, apartment, 公寓;
home, house, 房子, 住宅; holiday, vacation, 假期, 休假; car, automobile, 汽车, 车子, 轿车;
bike, bicycle, cycle, 自行车, 单车, 骑车;
bus, coach, by bus, take the bus, takes the bus, 公交, 公交车, 巴士, 公共汽车, 坐公交, 坐公交车, 乘公交;
train, railway, by train, 火车, 坐火车; subway, underground, metro, 地铁; plane, aeroplane, airplane, flight, 飞机;
phone, telephone, hotline, 电话, 热线; mobile phone, cell phone, smartphone, 手机;
mail, email, e-mail, 邮件, 邮箱, 电子邮件; laboratory, lab, 实验室; computer, machine, pc, 电脑, 计算机;
laptop, notebook, 笔记本电脑, 笔记本; screen, monitor, display, 屏幕, 显示器; server, 服务器; database, db, 数据库;
repository, repo, 仓库, 代码库; branch, 分支; main branch, default branch, trunk, 主分支, 默认分支, 主干;
directory, folder, 目录, 文件夹; password, passphrase, 密码, 口令; login, log in, sign in, 登录, 登陆;
register, sign up, 注册; admin, administrator, 管理员; token, 令牌; certificate, cert, 证书;
configuration, config, setting, 配置, 设定; environment, 环境; production, prod, 生产环境, 生产, 线上;
staging, 预发, 预发布; development, dev, 开发环境, 开发; test, 测试; backup, back up, 备份; log, 日志;
artifact, artefact, 产物, 制品; build, compile, compiler, 构建, 编译, 编译器;
deploy, deployment, roll out, rollout, 部署; release, ship, launch, publish, go live, 发布, 上线, 发版; version, 版本;
commit, 提交; merge, 合并; review, 评审, 审查, 审核; approve, approval, 批准, 审批;
document, documentation, docs, 文档; report, 报告; invoice, bill, 发票, 账单; contract, 合同;
price, cost, fee, charge, 价格, 费用, 收费; cheap, inexpensive, 便宜; expensive, costly, dear, 贵;
salary, pay, wage, 工资, 薪水; discount, rebate, 折扣; delivery, shipment, 配送, 送货; warehouse, 库房;
supplier, vendor, 供应商; meeting, 会议, 开会; standup, stand-up, 站会; office, 办公室; room, 房间;
lunch, midday meal, 午饭, 午餐; dinner, supper, evening meal, 晚饭, 晚餐; breakfast, 早饭, 早餐;
morning, 早上, 早晨, 上午; afternoon, 下午; evening, 晚上, 傍晚; night, 夜里, 夜间, 深夜; day, 天; hour, 小时, 钟头;
minute, min, 分钟; second, sec, 秒; week, 星期, 周; weekend, 周末; month, 月; quarter, 季度; year, annual, yearly, 年;
daily, every day, each day, a day, per day, 每天, 每日, 天天;
weekly, every week, each week, a week, per week, 每周, 每星期, 每个星期;
monthly, every month, each month, a month, per month, 每月, 每个月;
yearly, annually, every year, each year, a year, per year, 每年;
hourly, every hour, each hour, an hour, per hour, 每小时; euro, eur, 欧元; dollar, usd, 美元;
yuan, rmb, cny, 元, 块钱; percent, per cent; dog, 狗; cat, 猫, 猫咪; pet, 宠物; birthday, born, 生日, 出生;
mother, mum, mom, 妈妈, 母亲; father, dad, 爸爸, 父亲; wife, 妻子, 老婆, 太太; husband, 丈夫, 老公;
grandmother, grandma, 奶奶; grandfather, grandpa, 爷爷; sister, 姐妹; brother, 兄弟; daughter, 女儿; son, 儿子;
aunt, 姑姑, 阿姨; uncle, 叔叔, 舅舅; neighbour, neighbor, 邻居; name, 名字, 姓名; address, 地址; school, 学校;
university, college, 大学; study, studied, major in, 学习, 学的是, 学的, 专业; teach, taught, 教;
class, lesson, course, 课程; exam, 考试; book, 书; music, 音乐; film, movie, 电影; tea, 茶; coffee, 咖啡;
food, meal, 食物, 饭菜;
vegetarian, eats no meat, eat no meat, doesn't eat meat, does not eat meat, 吃素, 素食, 不吃肉;
allergic, allergy, can't tolerate, 过敏; favourite, favorite, likes best, like best, likes most, 最喜欢, 最爱;
like, enjoy, be fond of, is fond of, love, 喜欢, 爱好; dislike, hate, 讨厌, 不喜欢;
live, reside, dwell, 住在, 居住, 住; move, moved, relocate, 搬家, 搬到, 搬; work, job, 工作, 上班;
leave work, closes, close, shut, end, ends, nobody answers, nobody picks up, no one answers, 下班, 关门, 打烊,
关闭, 结束, 没人接, 没有人接, 为止, 收工;
open, 开门, 营业, 开张; start, begin, began, commence, 开始, 起;
get up, gets up, got up, rise, rose, wake up, wakes up, 起床, 起来;
go to bed, goes to bed, go to sleep, sleep, 睡觉, 就寝; sit, 坐; travel, trip, 旅行, 出差;
buy, bought, purchase, 购买, 买; sell, sold, 出售, 卖; send, sent, 发送, 发给, 寄; receive, 收到;
write, wrote, written, author, draft, 撰写, 写, 编写; read, 阅读, 看书; speak, spoke, spoken, talk, 讲, 说;
call, 打电话, 拨; delete, remove, erase, 删除, 删掉, 移除; keep, kept, retain, preserve, hold on to, 保留, 保存, 留存;
store, stored, 存储, 存放, 存; save, 储存; create, make, made, generate, 创建, 生成;
change, switch, rotate, replace, 更换, 换, 更新, 改; update, upgrade, 升级; check, verify, inspect, 检查, 核对;
fix, repair, mend, 修复, 修理, 修; support, handle, 支持;
limit, maximum, max, cap, capped, at most, no more than, up to, not exceed, can't exceed, cannot exceed,
must not exceed, may not exceed, upper bound, ceiling, 限制, 上限, 最大, 最多, 不能超过, 不得超过, 不超过, 至多,
最高, 限额;
minimum, min, at least, no less than, 至少, 最少, 最低, 下限, 不少于, 不低于; size, large, big, 大小; port, 端口;
expire, run out, lapse, 过期, 失效, 到期; valid, 有效; run, ran, execute, 执行, 运行, 跑;
use, used, rely on, employ, built with, 使用, 采用, 用的是, 用; listen, 监听; host, hosted, 托管;
located, lie, lies, situated, 位于; in charge, responsible, look after, looks after, takes care, take care, 负责, 管;
maintain, maintained, 维护; manage, lead, led, run by, 管理, 带领, 主管; own, owns, belong, belongs, 拥有, 属于;
teammate, member, 成员; team, group, 团队, 组; budget, 预算; plan, 计划; task, ticket, issue, 任务, 工单;
bug, defect, 缺陷; error, 错误, 报错; request, call, 请求; response, reply, answer, 响应, 回复, 回答;
endpoint, api, interface, 接口; upload, 上传; download, 下载; import, 导入; export, 导出; cache, cached, 缓存;
queue, 队列; encrypt, 加密; compress, 压缩; monitor, monitoring, 监控; alert, alarm, 告警, 报警; offline, 离线;
online, 在线; timeout, time out, 超时; retry, retries, 重试; default, 默认, 缺省;
automatic, automatically, by itself, 自动; manual, manually, by hand, 手动, 人工; traffic, 流量; order, 订单;
service, 服务; module, 模块; project, 项目; language, 语言; key, 钥匙; door, 门; window, 窗; rent, 房租, 租金;
water, 水; heating, 暖气, 取暖; electricity, power, 电; internet, 网络, 上网, 有网, 网; wifi, wi-fi, 无线; seat, 座位;
floor, storey, story, 楼层, 楼; meeting room, conference room, 会议室; monday, 周一, 星期一, 礼拜一;
tuesday, 周二, 星期二, 礼拜二; wednesday, 周三, 星期三, 礼拜三; thursday, 周四, 星期四, 礼拜四;
friday, 周五, 星期五, 礼拜五; saturday, 周六, 星期六, 礼拜六; sunday, 周日, 星期日, 星期天, 礼拜天, 礼拜日, 周天;
january, jan; february, feb; march; april, apr; june, jun; july, jul; august, aug; september, sept; october, oct;
november, nov; december, dec; find, found, 找到; meet, met, 见面; hold, held, 举行, 举办; lose, lost, 丢;
pay, paid, 支付; grow, grew, grown, 种, 长大; drive, drove, driven, 开车; know, knew, known, 认识; tell, told, 告诉;
win, won, 赢; lay, laid; catch, caught; ride, rode, ridden; throw, threw, thrown; hang, hung;
stick, stuck; choose, chose, chosen; fall, fell, fallen; spend, spent; feel, felt; mean, meant; dig, dug;
think, thought, 认为; build, built, 建造; draw, drew, drawn; break, broke;
forget, forgot, forgotten, 忘记; give, gave, given; show, shown, 展示; red, 红色, 红; blue, 蓝色, 蓝; green, 绿色, 绿;
black, 黑色; white, 白色; deadline, due date, due, payable, 截止, 应付, 截止日期, 期限, 最后期限, 截止时间;
finish, finished, complete, completed, done, 完成; stop, stopped, quit, gave up, give up, given up, 停止, 不再;
smoke, smoking, 抽烟, 吸烟; drink, drank, 喝; eat, ate, eaten, 吃; cook, 做饭, 烧饭, 下厨; clean, tidy, 打扫, 清洁;
wash, 洗; wear, wore, 穿, 戴; play, 玩, 打; sing, 唱歌; swim, swam, 游泳; climb, 爬山, 登山;
jog, jogging, running, 跑步, 慢跑; walk the dog, 遛狗; marry, married, wed, wedding, 结婚, 婚礼;
partner, spouse, 伴侣, 配偶; girlfriend, 女朋友, 女友; boyfriend, 男朋友, 男友; parents, 父母, 爸妈;
baby, infant, 宝宝, 婴儿; pediatrician, paediatrician, children's doctor, 儿科医生, 儿科; vet, veterinarian, 兽医;
hospital, clinic, 医院, 诊所; medicine, drug, pill, tablet, medication, 药, 药片, 药物; blood type, blood group, 血型;
height, tall, 身高; weight, weigh, weighs, 体重; age, old is, years old, 年龄, 岁; nationality, citizen, 国籍;
passport, 护照; licence, license, 许可证, 许可, 协议; native language, mother tongue, 母语; nickname, 昵称, 外号;
hometown, comes from, come from, is from, 老家, 家乡, 来自; shop, shopping, 商店, 店; restaurant, 餐厅, 饭店, 餐馆;
canteen, cafeteria, 食堂; kitchen, 厨房; bathroom, toilet, 厕所, 洗手间, 卫生间; garden, yard, 花园, 院子;
garage, car park, parking lot, parking space, parking, 停车场, 车库, 停车位, 车位;
plate, number plate, license plate, 车牌, 车牌号; colour, color, 颜色; bank, 银行; account, 账号, 账户, 帐号, 帐户;
insurance, 保险; tax, 税; subscription, subscribe, 订阅; membership, 会员; ticket, 票; hotel, 酒店, 宾馆;
airport, 机场; station, 车站; street, road, 街, 马路; city, town, 城市; country, 国家;
headquarters, head office, hq, 总部; branch office, subsidiary, 分公司, 分部; department, division, 部门;
hire, hired, recruit, 招聘, 雇; intern, trainee, 实习生; contractor, freelancer, 外包, 外包人员, 承包商;
teacher, 老师, 教师; student, pupil, 学生; engineer, 工程师; developer, programmer, 程序员, 开发者, 开发人员;
designer, 设计师; manager, 经理; assistant, secretary, 助理, 秘书; lawyer, attorney, 律师;
accountant, accounting, 会计, 财务; landlord, 房东; tenant, 租客, 房客; plumber, 水管工;
contact, contact person, 联系人, 对接人; sponsor, 赞助; support, helpdesk, help desk, customer service, 客服;
complaint, 投诉; warranty, guarantee, 保修, 质保; refund, money back, 退款; return, returns, sent back, 退货;
stock, inventory, 库存; sale, sales, 销售; purchase order, procurement, 采购; payment, pay, paid, 付款, 支付;
payday, 发薪日; bonus, 奖金; overtime, 加班; leave, day off, days off, 年假, 请假;
remote, remotely, from home, work from home, 远程, 在家办公, 居家办公; hybrid, 混合办公;
schedule, scheduled, timetable, 日程, 安排; appointment, 预约; reminder, remind, 提醒;
weekly meeting, team meeting, 周会, 例会; retro, retrospective, 复盘, 回顾会; demo, demonstration, 演示;
workshop, 研讨会; training, 培训; presentation, slides, 幻灯片, 演示文稿; minutes, notes, 纪要, 记录; wiki, 维基;
template, 模板; format, 格式; encoding, encoded, charset, character set, 编码; indent, indentation, indented, 缩进;
tab, 制表符; space, spaces, 空格; line length, line width, 行宽, 行长; font, typeface, 字体; theme, 主题;
dark mode, dark theme, 深色模式, 暗色模式, 夜间模式; light mode, light theme, 浅色模式; keyboard, 键盘; mouse, 鼠标;
shortcut, hotkey, 快捷键; browser, 浏览器; editor, 编辑器; terminal, console, 终端; shell, 命令行;
operating system, os, 操作系统, 系统; package manager, 包管理器; package, library, 包, 库;
dependency, dependencies, 依赖; framework, 框架; frontend, front end, front-end, 前端;
backend, back end, back-end, 后端, 后台; app, application, 应用; website, site, web site, homepage, 网站, 官网;
page, 页面; form, 表单; button, 按钮; menu, 菜单; header, 页头; user name, username, 用户名;
two-factor, 2fa, mfa, two factor, 双因素, 两步验证; permission, right, access right, 权限; role, 角色; session, 会话;
secret, credential, credentials, 密钥, 凭证, 凭据; firewall, 防火墙; proxy, 代理; domain, 域名;
load balancer, 负载均衡; cluster, 集群; node, 节点; instance, 实例; replica, replicas, 副本; container, 容器;
virtual machine, vm, 虚拟机; image tag, 镜像标签; region, zone, 区域, 地区, 大区; bucket, 存储桶, 桶;
disk, 磁盘, 硬盘; memory, ram, 内存; cpu, processor, core, 处理器; bandwidth, 带宽; latency, delay, 延迟;
throughput, 吞吐量; batch, 批次, 批量; job, cron job, scheduled job, 定时任务; worker, 工作进程; thread, 线程;
process, 进程; restart, reboot, 重启; migrate, migration, 迁移; restore, recover, 恢复;
roll back, rollback, revert, 回滚; hotfix, emergency fix, 紧急修复; patch, 补丁;
feature flag, feature toggle, 功能开关, 特性开关; canary, 灰度;
pipeline, ci, continuous integration, 流水线, 持续集成; pull request, pr, merge request, mr, 合并请求;
tag, label, 标签; comment, 评论, 注释; issue tracker, tracker, 工单系统, 缺陷系统; log file, 日志文件;
metric, metrics, 指标; dashboard, 仪表盘, 看板; on call, on-call, on duty, 值班; incident, outage, 事故, 故障;
postmortem, post-mortem, 事故复盘; table, 表; column, field, 字段, 列; row, line, 行; primary key, 主键;
foreign key, 外键; transaction, 事务; query, 查询; search, look up, 搜索; sort, sorted, 排序;
page size, per page, 每页; sync, synchronise, synchronize, 同步; stream, streaming, 流式; webhook, callback, 回调;
rate limit, throttle, 限流; sign, signed, 签名; hash, digest, 哈希; compress, zip, 压缩包;
print, printer, 打印, 打印机; scanner, scan, 扫描, 扫描仪; projector, 投影仪, 投影; camera, 相机, 摄像头;
headphone, headphones, headset, 耳机; charger, 充电器; battery, 电池; tablet, ipad, 平板; watch, 手表; glasses, 眼镜;
umbrella, 雨伞, 伞; box, 箱子, 盒子; drawer, 抽屉; cupboard, cabinet, wardrobe, 柜子, 橱柜;
shelf, bookshelf, 书架, 架子; table, desk, 桌子; chair, 椅子; lamp, light, 灯; plant, flower, 植物, 花;
bag, backpack, 包包, 背包; shoe, shoes, 鞋; size, shoe size, 尺码, 码; code, 取件码;
access code, door code, entry code, 门禁密码; pick up, pick-up, fetch, collect, 接, 取;
drop off, bring, brought, 送, 带; borrow, lend, lent, 借; cancel, cancelled, canceled, 取消;
book, booked, reserve, reserved, 预订, 预定; last, lasts, takes, take, took, 持续, 花费, 耗时; sunrise, 日出;
spring, 春天, 春季; summer, 夏天, 夏季, 暑假; autumn, fall, 秋天, 秋季; winter, 冬天, 冬季, 寒假; north, 北, 北边;
south, 南, 南边; east, 东, 东边; west, 西, 西边; left, 左, 左边; right, 右, 右边; upstairs, 楼上;
basement, cellar, 地下室; ground floor, 一楼; next to, beside, 旁边, 隔壁; opposite, across from, 对面;
weekday, weekdays, working day, workday, business day, 工作日; public holiday, bank holiday, 节假日, 法定假日;
quickly, fast, rapid, 快; slow, 慢; big, large, 大; small, little, 小; new, 新;
free, free of charge, no charge, costs nothing, 免费; public, 公开; private, 私有, 私人; internal, 内部;
external, 外部; test environment, 测试环境; learn, learns, 学; practise, practice, practises, practices, 练, 练习;
piano, 钢琴; guitar, 吉他; football, soccer, 足球; basketball, 篮球; chess, 象棋, 国际象棋; cinema, 电影院;
podcast, 播客; newspaper, 报纸; spicy, hot food, 辣; sweet, sugar, 甜, 糖; salt, salty, 盐; meat, 肉; fish, 鱼;
fruit, 水果; apple, 苹果; peanut, 花生; milk, 牛奶; beer, 啤酒; wine, 葡萄酒, 红酒; alcohol, 酒, 酒精;
water the plants, waters, 浇花, 浇水; feed, feeds, fed, 喂; rubbish, garbage, trash, waste, 垃圾;
recycling, recycle, 回收; parcel, package, 包裹, 快递; letter, 信; stamp, 邮票; post, postal, 邮寄;
prefer, prefers, rather, 更喜欢, 偏好, 习惯用, 倾向; choose, chose, pick, picked, 选择, 选; decide, decided, 决定;
agree, agreed, 同意, 约定; promise, 答应, 承诺; reachable, available, 可用;
damaged, broken, out of order, doesn't work, does not work, 坏了, 坏; frequently, often, regularly, 经常, 定期;
twice, 2 times, two times, 两次; go to school, get to school, gets to school, go to class, get to class, 上学, 去学校;
by bike, cycles, cycling, rides a bike, ride a bike, 骑车, 骑自行车; by car, drives, drive, driving, 开车;
on foot, walks, walk, walking, 走路, 步行
"""
