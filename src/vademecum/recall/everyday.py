"""Words that prompts to a coding agent are made of, whatever they are about. Pure data.

A prompt that shares only such words with a page doesn't ask for it, however rare they are in the notes: notes seldom
say ``refactor``, prompts do all day. They count in the ranking as all words do; only the decision whether anything is
worth telling passes them over (``floor.py``). Written down from habit, not counted in anybody's data.
"""

from __future__ import annotations

# As the stemmer leaves them, so that no hook has to call it a thousand times.
_ENGLISH = """
a abl about abov accept access across act action actual add address adjust after again against ago agre ahead all
allow almost alon along alreadi alright also although alway am amend among amount an and angl ani annoy anoth answer
anybodi anymor anyon anyth anyway apart api app appear appli approach april are area aren't argument around array as
ask assert assign at attach attempt august author auto automat avail avoid away back background bad bar bash basic
batch be becaus been begin behavior behaviour behind below best better between big bin bit blank block blog blue board
bodi book boolean bore both bottom box branch break bring broken browser buffer bug build bump bunch but button by
byte cach call can can't cancel card care carri case catch caus cell center centr certain cfg chanc chang channel char
charact cheap check child choic choos chunk class claus clean cleanup clear click client clone close cls cmd code
collect color colour column come command comment commit common compar compil complain complet compon comput condit
config configur confirm conflict confus connect consid consol const constant constructor contain content context
continu contract control convert cool copi core correct could couldn't count coupl cours cover cpp crash creat cron
css csv current cursor custom cut daili damn dark dashboard data databas date day db dead debug decemb decid deep def
default defin definit delet deliv demo depend deploy describ descript design detail dev develop did didn't diff differ
dir direct directori disabl display div do doc docker document doe doesn't dom don't done doubl down download draft
draw drop dummi duplic dure each earli easi edit editor effect either element eleven els email empti enabl encod end
endpoint engin english enough ensur enter entir entri enum env environ equal err error etc even event ever everi
everybodi everyon everyth exact exampl except exe execut exercis exist exit expect explain explod export expos express
extend extra extract face fail failur fake fall fals famili far fast fatal featur februari feed feel few field fifteen
fifti figur file fill filter final find fine finish first fit five fix flag flat float flow focus folder follow font
foo footer for forc forget fork form format forti forward found four frame framework free fresh friday friend from
front full fun function further game gap general generat get git github give global go goal gone good googl got grab
graph great green grep grid group grow guess guid guy had hadn't half hand handl handler hang happen happi hard has
hasn't have haven't he he'd he'll head header hear height hello help helper her here herself hey hide high him himself
hint his histori hit hobbi hold home homework hook hope host hour how html http https huge hundr i i'd i'll i'm i'v
icon idea if ignor imag implement import improv in index ini insid inspect instal instanc instead int integ interfac
internal interview into invalid is isn't issu it it'd it'll item iter itself januari java javascript job join js json
jsx juli jump june just keep kept key kill kind know known label lang languag larg last late later latest layer layout
learn least leav left len length less lesson let letter level lib librari like limit line linear link lint linter list
littl live load local locat lock log logic login logo long look loop lose lot low lower machin made mail main maintain
make makefil manag mani map march mark markdown match matter max may mayb md me mean measur member memori menu merg
mess messag method middl might migrat million min mind mine minor minut miss mistak mix mock mode model modern modifi
modul moment monday money month more morn most mount move mr mrs much multipl must my myself name near neat need nest
never new next nice night nine no nobodi node none nope normal not note noth notic novemb now npm null number obj
object obvious octob odd of off offic offset ok okay old on onc one onli onlin onto open oper option or order origin
other otherwis our ourselv out outer output over overflow overwrit own pack packag pad page pair panel panic paper
paragraph param paramet parent pars parser part parti pass past paste patch path pattern paus peopl per percent
perfect perform perhap period permiss person phone photo phrase pick pictur piec pin pip place plain plan play pleas
plot plugin point poll pop port posit possibl post pr prefer prefix press pretti prevent preview previous print privat
probabl problem process product profil program project promis prompt proper properti prove provid public pull purpos
push put puzzl py pytest python queri question queue quick quiet quit ran random rang rate rather raw reach react read
readabl reader readi readm real realiz realli reason rebas receiv recent recip record red redo reduc refactor refer
refresh regex relat releas reload remain rememb remind remov renam render repeat replac repli repo report repositori
request requir reset resiz resolv resourc respond respons rest restart result return reus revert review revis rewrit
right roll root rotat round rout row rs rule run rust safe same sampl saturday save say scan schema school scope
screen script scroll search second section see seem seen select self send sens sentenc separ septemb sequenc serv
server servic session set setup seven sever shall shape share she she'd she'll shell shift ship short should shouldn't
show shut side sign silli similar simpl simplifi sinc singl site six sixti size skip slash slide slow small smart
snippet so social solut solv some somebodi somehow someon someth sometim somewher soon sorri sort sound sourc space
span speak special specif speed split sql squash src stack stage standard start state statement static stay step still
stop storag store stori strang stream strict string strip struct structur student stuff stupid style sub submit such
sudden suggest suit sum sunday support suppos sure surpris swap switch symbol sync syntax system tab tabl tag take
talk task teacher tell temp templat temporari ten term termin test text than thank that the their them theme themselv
then there these they they'd they'll they'r they'v thing think third thirti this those thought thousand thread three
through throw thursday ticket tidi time timeout timestamp tini tip titl tmp to today todo toggl token told toml
tomorrow tonight too tool toolbar top topic total touch trace traceback track train transform translat tree tri trick
trigger trim true trust tsx tuesday turn tutori twelv twenti twice two txt type typescript typo ugli undefin under
understand undo unexpect union uniqu unit universiti unless unpack until unus up updat upgrad upload upper url us usag
use user usr usual util valid valu var variabl variant various veri verifi version via video view visibl wait walk
want warn was wasn't wast watch way we we'd we'll we'r we'v web websit wednesday week weekend weird welcom well were
weren't what whatev when whenev where whether whi which while white who whole whom whose wide widget width will window
wire with without won't wonder word work worker world worri wors worst worth would wouldn't wrap write writer wrong
yaml year yellow yep yes yesterday yet you you'd you'll you'r you'v young your yourself zero zip
"""
_SIGNS = (
    "的了吗呢吧啊呀嘛哦么是在和与跟及或我你您他她它们这那哪谁有没不无别也都就才还又再很太更最已曾将要会能"
    "可该得地着过到从向往给把被让叫使对为因所以但而且若如则之其此每各某几一二三四五六七八九十百千万两个些"
    "点下上里外中前后左右内间起来去出进回完好多少大小新旧长短高低先只请帮看写改做弄搞想用加删换找读跑行像"
    "啥咋什怎样种次遍件份条张位句段本台成当自己掉住见试"
)
_PAIRS = """
文档 文字 问题 时候 今天 明天 昨天 昨晚 周末 命令 数据 数字 数量 数组 页面 网页 网站 机器 电脑 手机 代码 程序 函数
变量 参数 类型 方法 接口 模块 项目 系统 服务 报错 错误 异常 日志 启动 重启 打开 关闭 保存 提交 合并 分支 升级 安装
卸载 依赖 配置 设置 环境 编译 打包 发布 部署 修复 检查 确认 继续 停止 开始 结束 实现 移除 重构 重命 命名 名字 名称
格式 编码 注释 说明 解释 翻译 总结 例子 示例 颜色 按钮 图片 图标 字体 字符 符号 标题 标签 列表 表格 表单 表达 达式
输入 打印 显示 隐藏 滚动 导入 复制 粘贴 搜索 查询 排序 分页 分组 统计 计算 比较 随机 登录 注册 密码 权限 邮箱 消息
通知 响应 触发 监听 状态 缓存 据库 字节 磁盘 网络 浏览 览器 务器 客户 户端 终端 窗口 屏幕 键盘 鼠标 目录 路径 语言
英文 英语 单词 结果 意思 办法 方式 方案 思路 逻辑 步骤 流程 需求 建议 推荐 选择 选项 默认 手动 直接 简单 复杂 方便
麻烦 奇怪 正常 正确 清楚 谢谢 辛苦 抱歉 知道 明白 理解 感觉 希望 喜欢 忘记 重复 相同 全部 部分 单独 同时 顺便 刚刚
等等 经常 突然 终于 虽然 关于 根据 按照 必须 肯定 确实 东西 情况 事情 工作 作业 课程 学生 老师 同学 朋友 公司 同事
老板 博客 游戏 视频 音乐 照片 菜谱 电影 天气 北京 周日 星期 日期 分钟 秒钟 毫秒 宽度 顺序 开头 末尾 空格 括号 引号
元素 属性 循环 判断 捕获 线程 并发 异步 超时 失败 警告 提示 信息 详情 描述 备注 标记 版权 仓库 拉取 推送 冲突 撤销
恢复
"""

STEMS = frozenset(_ENGLISH.split())
SIGNS = frozenset(_SIGNS)
"""A pair with one of these is grammar, or cuts through two words."""
PAIRS = frozenset(_PAIRS.split())
