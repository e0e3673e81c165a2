"""What secrets look like that a library of detectors does not know: by their form, or by the words before them. Data.

Each pattern has one group, the secret itself; what may follow a name counts only if ``values.py`` says so.
"""

from __future__ import annotations

import re

# A token goes on over dots, dashes and signs (A40); a sentence's own end is no part of it.
REST = r"[A-Za-z0-9_.~+/=-]"

FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "private-key",
        re.compile(
            # It ends where another begins, so that each is read once.
            r"(-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN ).){0,20000}?"
            r"(?:-----END [A-Z0-9 ]{1,40}-----|(?=-----BEGIN )|\Z))",
            re.DOTALL,
        ),
    ),
    ("private-key", re.compile(r"(AGE-SECRET-KEY-1[0-9A-Z]{40,70})")),
    (
        "basic-auth-url",
        re.compile(
            r"[a-z][a-z0-9+.-]{1,20}://[^\s:/@'\"]{0,80}:([^\s/@'\"]{3,200}(?:@[^\s/@'\"]{1,60})?)@(?=[\w\[.-])",
            re.IGNORECASE,
        ),
    ),
    (
        "connection-string",
        re.compile(
            r"(?:;\s?|[\"'])(?:password|pwd|accountkey|sharedaccesskey|secretkey)\s?=\s?([^;\s\"']{4,200})"
            r"(?=;|\s|$|[\"'])",
            re.IGNORECASE,
        ),
    ),
    ("model-provider", re.compile(rf"(?<![\w-])(sk-{REST}{{16,300}})")),
    (
        "url-parameter",
        re.compile(
            r"[?&;](?:[\w-]{0,20}[_-])?(?:password|passwd|pwd|secret|token|api_?key|key|sig|signature|auth|code)"
            r"=([^\s&#\"'<>`)\]}]{8,400})",
            re.IGNORECASE,
        ),
    ),
    (
        "webhook",
        re.compile(
            r"discord(?:app)?\.com/api/webhooks/(\d{15,22}/[\w-]{30,100})"
            r"|webhook\.office\.com/webhookb2/([\w@/-]{40,200})|open\.(?:feishu\.cn"
            r"|larksuite\.com)/open-apis/bot/v2/hook/([\w-]{20,60})"
            r"|qyapi\.weixin\.qq\.com/\S{1,60}[?&]key=([\w-]{20,60})"
            r"|oapi\.dingtalk\.com/\S{1,40}access_token=(\w{20,100})"
            r"|hooks\.zapier\.com/hooks/catch/(\d{4,12}/\w{4,20})|api\.telegram\.org/bot(\d{6,12}:[\w-]{30,50})"
        ),
    ),
    ("otp-seed", re.compile(r"otpauth://[^\s\"']{1,200}[?&]secret=([A-Z2-7]{8,100})", re.IGNORECASE)),
    (
        "model-provider",
        re.compile(r"(?<!\w)((?:hf|gsk|xai|pplx|r8|nvapi|tvly|pcsk|fc|jina|lsv2_(?:pt|sk))[_-][\w-]{20,200})"),
    ),
    ("model-provider", re.compile(r"(?<![\w.])([0-9a-f]{32}\.[A-Za-z0-9]{16})(?![\w.])")),
    ("cloud-key", re.compile(r"(?<!\w)((?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})(?!\w)")),
    (
        "cloud-key",
        re.compile(r"(?<!\w)(AIza[\w-]{35}|GOCSPX-[\w-]{20,40}|1//0[\w-]{40,120}|bce-v3/ALTAK-\w{10,40}/\w{20,60})"),
    ),
    ("cloud-key", re.compile(r"(?<!\w)(LTAI[A-Za-z0-9]{12,30}|AKID[A-Za-z0-9]{13,40})(?!\w)")),
    ("cloud-key", re.compile(r"(?<![\w.~-])(\w{3}\dQ~[\w.~-]{31,34})(?![\w.~-])")),
    ("github", re.compile(r"(?<!\w)(gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255})")),
    ("gitlab", re.compile(r"(?<!\w)(gl(?:pat|ptt|dt|rt|cbt|ft|soat|imt|agent|oas|ffct)-[\w.-]{20,100})")),
    (
        "slack",
        re.compile(
            r"(?<!\w)(x(?:ox[abceoprs]|app)-[\w-]{10,250})"
            r"|hooks\.slack\.com/(?:services|workflows|triggers)/(T\w{6,20}/[\w/]{12,120})"
        ),
    ),
    ("stripe", re.compile(r"(?<!\w)((?:sk|rk)_(?:live|test)_[A-Za-z0-9]{10,200}|whsec_[A-Za-z0-9+/=]{16,100})")),
    ("jwt", re.compile(rf"(?<!\w)(eyJ[A-Za-z0-9_-]{{5,2000}}\.{REST}{{6,4000}})")),
    (
        "other-token",
        re.compile(
            r"(?<!\w)(npm_[A-Za-z0-9]{30,60}|pypi-[A-Za-z0-9_-]{30,250}|SG\.[\w-]{16,30}\.[\w-]{16,60}"
            r"|do[opr]_v1_[a-f0-9]{40,80}|hv[sbr]\.[\w-]{20,200}|dckr_[op]at_[\w-]{20,60}|lin_(?:api|oauth)_\w{30,60}"
            r"|sq0\w{3}-[\w-]{20,60}|shp(?:at|ss|ca|pa)_[a-fA-F0-9]{30,40}|ya29\.[\w-]{20,250}|EAA[A-Za-z0-9]{30,250}"
            r"|AC[a-f0-9]{32}:[a-f0-9]{32}|SK[a-f0-9]{32}|key-[a-f0-9]{32}|[a-f0-9]{32}-us\d{1,2}"
            r"|\d{8,10}:[A-Za-z0-9_-]{35}"
            r"|secret_[A-Za-z0-9]{40,50}|ntn_[A-Za-z0-9]{40,60}|gl(?:sa|c)_[\w=+/]{30,200}|tskey-[\w-]{20,80}"
            r"|figd_[\w-]{30,60}"
            r"|(?:\w{14}\.)?atlasv1\.[\w-]{20,80}|rubygems_[a-f0-9]{48}|cio[A-Za-z0-9]{32}|oy2[a-z0-9]{43}"
            r"|HRKU-[\w-]{30,70}"
            r"|nfp_[A-Za-z0-9]{30,50}|sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,60}|pscale_(?:tkn|pw|oauth)_[\w.-]{30,60}"
            r"|napi_[a-z0-9]{40,80}|dapi[a-f0-9]{32}(?:-\d)?|pat[A-Za-z0-9]{14}\.[a-f0-9]{64}|AT(?:ATT"
            r"|CTT)3[\w=-]{20,250}"
            r"|ATBB[A-Za-z0-9]{24,40}|NR(?:AK|II|JS|BR)-[\w-]{20,60}|sntry[su]_[\w=+/.-]{30,400}|dp\.(?:pt|st|ct|sa"
            r"|scim|audit)\.[\w.-]{20,80}"
            r"|ops_eyJ[\w-]{40,4000}|A3-[A-Z0-9]{6}-[A-Z0-9-]{20,50}|pul-[a-f0-9]{40}|sl\.[\w-]{60,250}"
            r"|xkeysib-[a-f0-9]{40,80}[\w-]{0,30}"
            r"|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|sq[apu]_[a-f0-9]{40}|CCI(?:PAT|PRJ)_[\w-]{20,120}|bkua_[a-z0-9]{40}"
            r"|AKCp[A-Za-z0-9]{60,90}"
            r"|tfp_[\w.-]{30,80}|CFPAT-[\w-]{30,60}|FLWSECK[\w-]{20,60}|access-(?:sandbox|production)-[0-9a-f-]{36}"
            r"|shippo_(?:live|test)_[a-f0-9]{40}|rdme_\w{60,80}|pnu_\w{30,50}|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,40}"
            r"|fm[12]_[\w/+=-]{40,2000}"
            r"|lip_[A-Za-z0-9]{18,30}|EZ[AT]K[A-Za-z0-9]{50,60}|phx_[A-Za-z0-9]{40,60}|CLOJARS_[a-z0-9]{50,70}"
            r"|oauth:[a-z0-9]{30})"
        ),
    ),
    (
        "other-token",
        re.compile(
            rf"(?:authorization|proxy-authorization)\s?[:=]\s?[\"']?(?:bearer|basic|token)\s({REST}{{8,4000}})",
            re.IGNORECASE,
        ),
    ),
    ("other-token", re.compile(rf"(?<!\w)bearer\s(?=\S*\d)({REST}{{16,4000}})", re.IGNORECASE)),
)

_NAME = (
    r"(?:[\w.-]{0,40}[_.-]|:|[A-Za-z]{0,30})?(?:pass(?:word|wd|phrase|code|wort)?|pwd|pw|secret(?:[_-]?(?:key|value"
    r"|token|access[_-]?key))?"
    r"(?:[_-]?base)?|(?:client|session|webhook|shared|app)[_-]?secret"
    r"|(?:api|access|auth|private|signing|encryption|account|master|deploy|app|shared|service|secret|license"
    r"|licence|storage|consumer|cookie"
    r"|bot|bearer|refresh|id|admin|user|personal|registry|publish|ci|x)[_-]?(?:api[_-]?)?(?:key|token|secret)"
    r"|(?-i:[A-Z0-9]{2,20}_KEY)|token|_?authtoken|auth|credentials?|hmac|salt|otp|pin|cookie|connection[_-]?string"
    r"|密码|口令|密钥|令牌|秘钥|访问码)"
)
# The end of a name: what stands between it and its value in an assignment, a call, a table, a tag or a flag.
_SET = r"[\"'`\])]{0,3}\s{0,3}(?:[:=,|]|=>|:=|<-|==|：|＝)\s{0,3}(?:str\(|b(?=[\"']))?"
_VALUE = (
    r"(?:\"([^\"\n]{4,400})\"|'([^'\n]{4,400})'|`([^`\n]{4,400})`|“([^”\n]{4,200})”|「([^」\n]{4,200})」"
    r"|([^\s\"'`,;，。；、()（）<>|“「]{4,400}))"
)
ASSIGNED = re.compile(rf"(?<![A-Za-z0-9]){_NAME}{_SET}{_VALUE}", re.IGNORECASE)
NAMED_BESIDE = re.compile(
    rf"(?:name|key|id)[\"']?\s?[:=]\s?[\"']?[\w.-]{{0,40}}(?:password|passwd|pwd|secret|token|api_?key"
    rf"|access_?key)[\w]{{0,10}}[\"']?"
    rf"[,;\s]{{1,12}}-?\s?[\"']?value[\"']?\s?[:=]\s?{_VALUE}"
    r"|<(?:[\w:.-]{0,30})(?:password|passwd|pwd|secret|token|apikey|api-key)(?:\s[^<>\n]{0,80})?>([^<>\s]{4,200})</",
    re.IGNORECASE,
)
FLAG = re.compile(
    r"(?<!\S)--?(?:password|passwd|pass|pwd|token|secret|api-?key|auth-?token|access-?key|secret-?key"
    r"|client-?secret|key|http-password"
    r"|docker-password|passphrase|registry-password|proxy-password|db-password|admin-password|root-password)[ =]"
    + _VALUE
    + r"|(?:sshpass|docker login|podman login|helm registry login|mysqladmin|smbclient|vncpasswd)"
    r"[^\n|;]{0,120}?\s-p[ =]?[\"']?([^\s\"']{6,100})"
    r"|(?:mysql|mysqldump|mariadb)\s[^\n|;]{0,120}?\s?-p([^\s\"']{5,100})"
    r"|redis-cli\s[^\n|;]{0,80}?-a\s[\"']?([^\s\"']{5,100})"
    r"|(?:ldapsearch|ldapmodify|ldapadd|ldapwhoami)\s[^\n|;]{0,160}?-w\s[\"']?([^\s\"']{5,100})"
    r"|(?:curl|wget|http|https|rclone)\s[^\n|;]{0,160}?(?:-u|--user)[ =][\"']?[^\s:\"'$]{1,60}:([^\s\"']{5,100})"
    r"|^\s{0,8}(?:ENV|ARG)\s\w{0,30}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_KEY|ACCESS_KEY)\s([^\s\"'$]{5,200})"
    r"|--from-literal=?\s?[\"']?[\w.-]{1,60}=([^\s\"']{6,200})|pass:([^\s\"']{6,100})(?=\s|$)"
    r"|htpasswd\s-\w{0,4}b\w{0,4}\s\S{1,80}\s\S{1,40}\s[\"']?([^\s\"']{6,100})"
    r"|echo\s[\"']?[\w.-]{1,40}:([^\s\"']{6,100})[\"']?\s?\|\s?(?:sudo\s)?chpasswd"
    r"|(?:login|machine|user)\s\S{1,60}\s(?:login\s\S{1,60}\s)?password\s([^\s\"']{5,100})"
    r"|identified by (?:password )?[\"']([^\"'\n]{4,100})[\"']|(?:with"
    r"|encrypted) password [\"']([^\"'\n]{4,100})[\"']",
    re.IGNORECASE | re.MULTILINE,
)
_SAYS = r"(?:is|was|are|=|changed to|set to|reset to|now|remains|stays|became|will be|has been|equals|:)"
SAID = re.compile(
    r"(?<![A-Za-z])(?<!public )(?<!cache )(?<!sort )(?<!primary )(?<!foreign )(?<!object )(?<!etcd )"
    r"(?:password|passphrase|passcode|pass|pin|pwd|pw|token|secret|api key|access key|access code|login"
    r"|credentials?|key|basic auth|recovery codes?|backup codes?|door code|security code|unlock code|seed"
    r"|otp secret|licen[cs]e key)"
    r"(?:\s(?:of|for|to|on|in|at|behind)\s(?:[\w'.-]{1,80}+\s?){1,6}?\s?|\s|(?=:)|\s?\()"
    rf"{_SAYS}\)?\s{{1,2}}(?:now\s|still\s|simply\s|just\s|currently\s|set to\s|changed to\s)?"
    r"[\"'`“‘(]?([^\s\"'`“”‘’,;，。；()]{4,120})|(?:password|passphrase|passcode|token|pass|pwd"
    r"|pin)\s[\"'`“‘]([^\"'`“”‘’\n]{4,80})[\"'`”’]"
    r"|(?:takes?|accepts?|uses?|needs|with|try|enter|type|by|using) (?:the |its )?(?:pass|password|passcode"
    r"|passphrase|pwd|pw|pin|secret|key|token|code)"
    r" [\"'`“‘]?([^\s\"'`“”‘’,;，。；()]{5,120})"
    r"|(?:log(?:ged)? ?in|sign(?:ed)? ?in|connect|authenticate|ssh in|auth)(?: \w+)? (?:as|to \S+ as"
    r"|with) (?:user )?[\w.@-]{1,40}"
    r"(?: with| and| using|,| /)(?: the)?(?: pass(?:word|phrase)?| pwd"
    r"| pw)? [\"'`“‘]?([^\s\"'`“”‘’,;，。；()]{6,120})",
    re.IGNORECASE,
)
WORDS_SAID = re.compile(
    r"(?:passphrase|pass phrase|master password|口令短语)[^\n:：\"'“]{0,40}(?:[:：]|is|was|是|为)\s{0,2}[\"'“]?"
    r"(?!at least|the |an? |see |ask |stored|kept|must|in |from |with |use |only "
    r"|not )((?:[a-z]{2,12}[ -]){3,11}[a-z]{2,12})",
    re.IGNORECASE,
)
CODED = re.compile(
    r"(?:recovery|backup|unlock|activation|licen[cs]e|product|serial|access|rescue|scratch) (?:code|key|codes|keys"
    r"|number)s?[^\n:]{0,60}[:=]?\s"
    r"((?:[A-Z0-9]{4,6}-){2,7}[A-Z0-9]{4,6})|(?:恢复码|激活码|授权码|许可证|序列号"
    r"|备用码)[^\n:：]{0,20}[:：是为]?\s?((?:[A-Z0-9]{4,6}-){2,7}[A-Z0-9]{4,6})",
)
PAIRED = re.compile(
    r"(?:basic auth|login|credentials?|creds|user(?:name)? and pass(?:word)?|user/pass(?:word)?|username/password"
    r"|logins?|account|账号密码"
    r"|用户名密码|账号/密码|账密|登录|凭据"
    # What a next line begins with is a name, unless it is the key of a header.
    r"|账户)[^\n/:]{0,30}?[:：]?(?:\n(?![\w-]{1,40}:\s)|[^\S\n]?)[\w.@-]{2,40}\s?[/:|]\s?([^\s/\"'`,;，。；]{5,80})",
    re.IGNORECASE,
)
SAID_IN_CHINESE = re.compile(
    r"(?:密码|口令|密钥|令牌|授权码|私钥|访问码|验证码|暗号|秘钥|通行码|PIN\s?码|密匙|种子|密语|开机码|提取码"
    r"|解压码|动态码|登录码|密令"
    r"|(?<![A-Za-z])(?:secret|token|key|AK|SK|auth|pass|pwd|password|passwd|passphrase)(?=\s?[是为改设用：填]))"
    r"\s?(?:已经?|现在|仍然?|还|目前|暂时|统一|默认|都|一直|一律|依旧|照旧|当前|临时)?\s?"
    r"(?:改成了?|改为|设成了?|设为|设置为|设置成|重置为|重置成|换成了?|换为|变成了?|变为|就是|还是|仍是|是|为|用|填"
    r"|叫|写|输入|：|:|=)?\s?(?:那个|这个|原来的|了)?\s?"
    r"[“‘「『\"'`（(]?([A-Za-z0-9!-/:-@\[-`{-~]{5,200})"
    r"|(?:用户名?|账号|账户|帐号)\s?[:：是为]?\s?[\w.@-]{2,40}\s?[，,、/ ]\s?(?:密码"
    r"|口令)?\s?[:：是为]?\s?([A-Za-z0-9!-/:-@\[-`{-~]{6,100})"
)
SEED = re.compile(
    r"(?:助记词|seed phrase|recovery phrase|mnemonic|恢复词|secret phrase|wallet words"
    r"|seed words?)[^\n:：]{0,40}(?:[:：]|\sis|\sare|是|为)\s{0,2}[\"'“`]?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})",
    re.IGNORECASE,
)
