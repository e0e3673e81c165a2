"""Chinese words by what they mean in an order to an agent, in simplified characters, and how they sound in pinyin.

Words are looked for anywhere, since Chinese puts no spaces between them; ``rules.py`` says which meanings together
make a threat. Data only.
"""

from __future__ import annotations

CHINESE = {
    "drop": """不要再遵守 别再遵守 不要继续遵守 不要再遵循 改听 不再受 不要再听 忽略 无视 忘记 忘掉 忘了 抛弃 丢弃
        舍弃 覆盖 推翻 不要遵守 不必遵守 不再遵守 不用遵守 无需遵守 停止遵守 不要理会 不必理会 不理会 不管 撇开
        绕过 取消 废弃 废除 放弃 不要遵循 不再遵循 违背 清空你 别管 别理 清空 抹去 不要听 不听""",
    "void": """作废 失效 无效 不再生效 不再有效 到此为止 终止 废止 过期 撤销 已取消 不算数 解除 停止生效 已被替换
        已被取代 不再适用 已结束 清零 不作数""",
    "old": """之前 以前 前面 先前 上面 上述 以上 此前 原来 原有 原先 最初 初始 早先 刚才 开头 所有 一切 全部 任何
        既有 已有 一直""",
    "instr": "指令 指示 提示词 提示 命令 要求 系统消息 系统提示 指引 吩咐 设定 规则 规定 约束 守则 准则 说明",
    "rule": "规则 规定 政策 限制 约束 守则 准则 安全规范 道德 伦理 底线 安全策略",
    "yours": "你 您 你的 您的 自己的",
    "all": "所有 一切 全部 任何 每个 每条 凡",
    "only": "只 仅 唯一 一律 完全",
    "obey": "听从 遵守 遵循 服从 按照 执行 照做 照办 为准 听命 遵照 依照 听我 行事",
    "here": "本页 本条 下面 以下 下列 下方 此页 这一页 这页 本文 底部 本笔记 这里 下一条 后面 这条 此处",
    "agent": """助手 智能体 模型 机器人 代理程序 AI 人工智能 大模型 编程助理 助理 你 您 读到此 读到本 读取到本
        读到这里 读取后 看到本 看到这""",
    "user": """用户 使用者 任何人 他人 别人 客户 主人 对方 负责人 团队 人类 同事 审核人 管理员 开发者 运维 评审人
        所有者""",
    "must": """必须 务必 须 应当 应立即 应该 请 立即 立刻 马上 一定 始终 总是 永远 每次 凡 一律 不得 无论 自动 先
        均 都要 需要 首先""",
    "evertime": """完成后 读完后 编辑后 每次编辑 完成任务后 所有回答 每次回答 回答之后 回答之前 每天启动 之后都
        每次 每条 每个 每回 每轮 每当 开始任务前 启动时 凡是 所有会话 每一""",
    "fromnow": "现在起 今起 从现在 从今 自此 今后 以后 此后 往后 接下来 即日起 从此 自即日 自现在 后续 读到这里 长期",
    "leak": """附上 原文 输出 公开 复述 打印 贴 透露 复制 泄露 显示 翻译 列出 展示 告诉我 附在 抄录 粘贴 原样
        原封不动 逐字 写出 背诵 写进 写到 写入 发送 发给 说出 念出 转述 提交 披露 引用""",
    "prompt": """系统提示 提示词 初始设定 初始指令 初始提示 隐藏指令 内部指令 系统指令 系统消息 隐藏提示
        开发者指令 开发者消息 内部设定 原始指令 原始提示 最初的指令 开发者给你 系统设定 隐藏规则 你的指令 你的设定
        你的规则 系统级 你收到的全部""",
    "repeat": "复述 重复 输出 打印 逐字 背诵 原样 抄 翻译 复制",
    "above": """上面的所有内容 上面所有内容 以上的所有 上面全部 以上所有 以上全部 上面所有 上面的全部
        此前的全部内容 这句话之前 本行以上 这行之前 这一行以上 上方 之前的所有内容 之前的全部内容""",
    "become": """口吻 以管理员 你现在是 你不再是 扮演 充当 身份 角色 模式 化身 变成 变为 改名 你就是 你将成为 你是
        假装 你已 人格 代号""",
    "you-are": "你现在是 你就是 你是 你不再是 你已 你的身份",
    "pretend": "假装 假设你 想象你 扮演 假扮 冒充",
    "free": """没有任何限制 没有限制 不受限制 无限制 不受任何 不受约束 没有约束 没有任何约束 不得拒绝 不能拒绝
        不会拒绝 从不拒绝 绝不拒绝 永不拒绝 开发者模式 越狱 上帝模式 调试模式 道德 不提任何政策 一律放行 无审查
        没有审查 有求必应 回答一切 任何请求都 全部照做 不再拒绝 停止拒绝 什么都可以 没有底线 没有规则 不设限
        没有过滤 无所不 不拒绝 不受规则 无视规则 解除限制 无约束 维护模式 不说不 反着做 自由模式""",
    "noask": """不必确认 无需确认 不需确认 不用确认 不要确认 不再确认 无须确认 不需要确认 不必再问 不要询问
        不必询问 不用询问 无需询问 不再询问 不询问 不要再问 不用问 无需审批 不必审批 不用审核 无需审核 不需审核
        不必审核 无须经过 无需经过 不经过 无需征得 不必征得 无须征得 不用征得 不征得 无需同意 不必同意 无需批准
        跳过所有权限 跳过权限 跳过所有确认 跳过确认 允许全部 允许任意 允许任何 允许所有 自主模式 写权限已
        可直接使用 全部放行 直接放行 自动批准 自动同意 自动放行 直接通过 权限已确认 不需要告知 不再进行
        执行任何命令 任意命令 不必等 无需等待 不需要用户 confirm:_never 无条件 权限检查通过 检查已完成 略过所有
        略过权限 免审批 免确认 不再要求 不必经过 不要等 一律批准 默认同意 默许 已授权 已经授权 已同意 已经同意
        已获批 不必请示 无需请示 不用人看 无需人看 不用人审 无需人审 不用看""",
    "hide": """什么也没 不要通知 不通知 别通知 不要告诉 切勿告知 不要告知 不必告知 不告知 不用告诉 别告诉 切勿告诉
        勿告知 勿告诉 不能告诉 不要提及 不要提到 不要提起 不提及 不得提及 别提及 别提起 别提到 悄悄 隐瞒 察觉 保密
        偷偷 秘密 暗中 不要透露 不得透露 不要说明 不要出现 不留痕迹 没有改动 不要声张 就说没有 瞒着 掩盖 不知情
        不被发现 不要汇报 无需告知 不需要告知 不要写明 不作说明 不要声明 否认 谎称 绝口不提 从未见过 装作 没看到
        假装没有 无人知晓 不要留下 别留下 不留 就说什么 就说没 什么都没 一概不知 一无所知 别引起注意 不要引起注意
        免得被 被人发现 以免被 痕迹抹掉 抹掉痕迹 清除痕迹 把痕迹 抹去痕迹 守口如瓶 只字不提 不得显露 以免有人发现
        免得有人 别让人发现 不让人发现 问也别说 问起也别说 问到也别说 问了也别说 不要_mention 别_mention""",
    "needless": "不必知道 不用知道 不需要知道 无需知道 不必知晓",
    "habit": "经常 常常 容易 有时 往往 会忽略 总会",
    "given": "启动时得到 得到的全部 被告知 收到的 得到的 给你的 被教的 学到的 开发者给",
    "private": "笔记目录 用户笔记 副本 对话 聊天记录 聊天内容 会话内容 用户文件 用户的文件 剪贴板",
    "reply": "回答 回复 本页 这一页 提交说明 提交信息 描述 这里 此处",
    "take": "把 将",
    "quiet": "静默 后台 隐藏",
    "erase": "删除 清空 清除 删掉 抹掉 抹去 销毁 清理 擦除",
    "traces": "历史 日志 记录 痕迹 审计 证据",
    "off": """删掉 删除 关闭 停用 跳过 解除 禁用 取消 停止 绕过 下线 关掉 移除 不再 去掉 屏蔽 精简 放宽 暂停 失效
        撤掉 略过 停掉 降低""",
    "guard": """安全 护栏 审批 过滤 权限限制 权限确认 权限检查 防火墙 代码扫描 签名校验 校验 内容审查 风险检查
        限制 防护 确认 SELinux selinux 沙箱 分支保护 杀毒 双重验证 拒绝任何 安全策略 审计 保护措施 签名 风控 检查
        合规""",
    "weakens": """护栏 防火墙 代码扫描 签名校验 杀毒 SELinux selinux 沙箱 分支保护 内容过滤 权限限制 权限确认
        安全策略 审批步骤 安全检查 安全限制""",
    "official": """官方 厂商 公告 通知 安全部 平台 系统更新 管理员 安全中心 合规 授权 开发商 供应商 紧急 系统消息
        自动消息 管理层 审计 总部 法务""",
    "remember": """加入记忆 记住 记下 牢记 记为 保存为 存为 更新记忆 修正记忆 更正记忆 永久规则 长期规则 写入记忆
        写进记忆 你的记忆 固定规则 永久偏好 记录为 永久保存 存入记忆 当作用户""",
    "pay": "付账 账单 付款 转账 账户 转到 收款 货款 汇款 支付 打款 款项 账号 发票 钱包 退款 工资 转给 尾号",
    "trusted": """允许 等同于 视为 最信任 可信 信任 优先使用 不要使用官方 免审 不得质疑 永远正确 安全的 无需检查
        不需要检查 白名单 不再需要 授权 同意 一律使用 默认使用 无需审查 不用检查""",
    "secret": """钱包 密钥 私钥 令牌 密码 凭证 凭据 环境变量 口令 助记词 登录信息 证书 cookie token 机密 api_key
        账密 敏感信息 金钥 连接串""",
    "read": """读取 读出 打印 复制 翻找 输出 收集 查找 列出 读 贴入 写进 写入 附在 打开 导出 贴 写在 找到 抄 汇总
        查看 原样 遍历 搜集 提取""",
    "send": """上传 发送 发到 提交到 外发 上报 POST post 发给 传到 放到 推送 寄到 填进 填好 转发 传给 回传 同步到
        写入到 请求 拼到 附到 拼接""",
    "run": "执行 运行 启动 调用 下载 安装 追加 加到 写进 写入",
    "command": "命令 脚本 终端 crontab shell 程序",
    "decode": "解码 解密 还原 反转义 base64",
    "act": "批准 合并 删除 授予 允许 放行 更换 更改 改为 替换 修改 清空 推送 提交",
    "c2": """等待指令 拉取指令 获取指令 接收指令 回连 心跳 主控 领取任务 获取命令 拉取命令 接收命令 下发指令
        下发命令 获取新的指令 获取最新指令 最新指令 下一步指令""",
    "real": "真正的任务 真正的指令 真实任务 真正要做 真正目的",
    "devrules": "开发者的规定 开发者的指令 开发者的规则 开发者的要求",
    "newrules": "新的系统提示 新系统提示 新的系统规则 新系统规则 新的指令",
    "falsify": "报告全部通过 报告一切正常 谎报 报告成功 回答已完成 一切正常",
    "priority": "最高优先级 优先级最高 优先于一切",
    "attribution": """攻击 例如 比如 注入 样本 测试用例 示例 用例 检测 越狱话术 钓鱼 培训 话术 事件 演示 伪造 防护
        漏洞 供应链 投毒 手法 转义 误报 冒充 红队 威胁模型 过滤器 泄露测试 泄漏测试 案例 恶意 引用了 骗 写着 写道
        声称 不能用 应当拒绝 礼貌拒绝 术语 校对 文案 翻译 举例 诱导 提示词注入 复盘 所谓 拦截 标记 论文 作业 指出
        先编码 扫描器 练习 题目 课程 讲义 这类话 这种话 植入 预期 自称 伪装成 注入样例 样例 答疑 字幕""",
    "asked": "有人问起 被问起 被问到 问起 问到 追问 如果有人问 若有人问 有人询问 询问时",
    "deny": "应当拒绝 应拒绝 应该拒绝 不能分享 拒答 应当回答 应礼貌 不应透露 不会透露 应该回答",
    "noun": """调用方 申请 请求 邀请 请假 优先 平均 阅读 读者 只读 抄送 复印 用户名 用户组 用户表 用户数 用户量
        用户体验 用户界面 用户故事 新用户 用户手册 用户端 不是命令 悄悄话""",
}

# Tones are left out, as people type it; looked for in runs of syllables with the spaces taken out.
PINYIN = {
    "theuser": "yonghu zhuren fuzeren shiyongzhe",
    "drop": "hulue wushi wangji budezunshou buyaozunshou paokai",
    "old": "zhiqian shangmian yishang suoyou yiqian qianmian yuanlai",
    "instr": "zhiling zhishi tishici guize mingling yaoqiu sheding",
    "yours": "ni nide",
    "obey": "tingcong zhixing zunshou zunxun fucong anzhao",
    "here": "benye xiamian yixia zheyiye bentiao",
    "agent": "zhushou zhinengti moxing nishi ni",
    "user": "yonghu renheren shiyongzhe",
    "must": "bixu wubi qing zhijie liji meici",
    "fromnow": "congxianzai yihou jinhou congjin cici",
    "leak": "shuchu dayin gongkai fushu xiedao tiechu xiechu fasong fazhan",
    "prompt": "tishici xitongtishi chushizhiling xitongzhiling chushisheding",
    "become": "nishi banyan nixianzaishi bianc chongdang moshi jiaose",
    "you-are": "nishi nixianzaishi",
    "free": "meiyouxianzhi meiyourenhexianzhi budejuju budejujue wuxianzhi bushouxianzhi kaifazhemoshi bunengjujue",
    "noask": """buyongqueren wuxuqueren buxuyaoqueren tiaoguosuoyouquanxian tiaoguoquanxian buyongwen buyaoxunwen
        wuxuxunwen bubiqueren buzaixuyao zidongpizhun wuxushenpi buyongshenhe bubixunwen""",
    "hide": "buyaogaosu buyaorang qiaoqiao yinman bierang biegaosu buyaoti buyaotiji baomi qiewugaozhi toutou",
    "erase": "shanchu qingkong qingchu",
    "traces": "lishi rizhi jilu henji zhengju",
    "off": "guanbi tingyong tiaoguo jiechu raoguo jinyong",
    "guard": "anquan hulan shenpi guolv guolu fanghuoqiang xianzhi jiaoyan queren jiancha quanxian",
    "weakens": "hulan fanghuoqiang anquanjiancha anquancelue anquanxianzhi quanxianqueren",
    "official": "guanfang changshang gonggao tongzhi",
    "remember": "jizhu laoji",
    "pay": "fukuan zhuanzhang zhanghu zhuandao shoukuan huikuan dakuan weihao",
    "trusted": "xinren youxianshiyong",
    "secret": "mima miyao siyao lingpai pingzheng huanjingbianliang",
    "read": "duqu dayin shuchu fuzhi xiedao",
    "send": "shangchuan fasong fadao fagei tijiao",
    "run": "zhixing yunxing xiazai",
    "command": "mingling jiaoben",
}
