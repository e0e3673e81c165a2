"""A few words of other languages by what they mean in an order to an agent: the plainest ways of saying it. Data only.

This is a small net, and says so in docs/concepts/threats.md: what is not named here passes in these languages.
"""

from __future__ import annotations

# Spanish, Portuguese, French, German, Italian; accents are folded away before words are compared.
LATIN = {
    "theuser": "usuario usuaria nadie utilisateur personne benutzer nutzer utente utilizador niemandem",
    "drop": """ignora ignore_todas ignorar olvida ignorez oubliez ignoriere ignoriert vergiss vergesst ignorate
        dimentica esquece""",
    "old": "anteriores previas anterior precedentes bisherigen vorherigen vorigen precedenti prior",
    "instr": """instrucciones instrucoes consignes instructions anweisungen istruzioni reglas ordenes regeln
        indicaciones directives vorgaben""",
    "yours": "tus tu vos tes deine ihre tuoi teu seu",
    "all": "todas todos toutes tous alle tutte tutti",
    "must": "antes_de_cada siempre immer toujours sempre vor_jeder avant_chaque debes doit muss deve",
    "evertime": """antes_de_cada cada_respuesta avant_chaque chaque_reponse vor_jeder nach_jeder prima_di_ogni
        antes_de""",
    "run": "ejecuta ejecutar executa execute_le fuhre_aus fuhre esegui lance_la fuehre",
    "noask": """no_hace_falta_preguntar sin_preguntar sin_confirmacion sans_demander sans_confirmation
        ohne_zu_fragen ohne_ruckfrage ohne_bestatigung senza_chiedere sem_perguntar sin_pedir sans_rien_dire
        ohne_nachfrage""",
    "hide": """no_digas no_le_digas no_menciones sin_avisar ne_dis_pas ne_dites_pas ne_le_dis sage_nichts
        sag_nichts verrate nicht_erwahnen non_dire nao_diga ne_mentionne ne_parle ohne_dem_nutzer erwahne_nicht
        verschweige a_escondidas heimlich""",
    "user": "usuario usuaria nadie utilisateur personne benutzer nutzer utente utilizador niemandem",
    "agent": "asistente assistente assistenten agente agenten modele modelo modell",
    "secret": """contrasenas contrasena claves mots_de_passe mot_de_passe cles passworter schlussel chiavi senhas
        zugangsdaten geheimnisse""",
    "read": "lee leer lis lisez lies leggi copia copie kopiere muestra affiche zeige",
    "send": "envia enviar envoie envoyez sende schicke invia sube",
    "off": """desactiva desactivez desactive deaktiviere deaktivieren disattiva aufgehoben deaktiviert levees
        desactivadas suspendidas""",
    "guard": """seguridad securite sicherheit sicherheitsprufungen sicurezza restricciones restrictions
        einschrankungen sicherheitsregeln""",
    "prompt": """instructions_systeme tes_instructions vos_instructions tus_instrucciones
        instrucciones_del_sistema deine_anweisungen systemanweisungen deine_instruktionen tue_istruzioni
        istruzioni_di_sistema suas_instrucoes prompt_del_sistema systemprompt invite_systeme prompt_systeme
        prompt_di_sistema system-prompt""",
    "leak": """revela muestra escribe repite affiche affichez ecris recopie repete wiederhole gib nenne schreibe
        scrivi ripeti stampa zeige gib_aus mostra imprime""",
    "free": """sin_restricciones sans_restrictions ohne_einschrankungen senza_restrizioni sem_restricoes
        sin_limites ohne_regeln sans_limites""",
    "become": "ahora_eres tu_es_maintenant vous_etes_maintenant du_bist_jetzt ora_sei agora_voce ab_jetzt_bist",
    "fromnow": "a_partir_de_ahora a_partir_de_agora desormais ab_sofort ab_jetzt d'ora_in_poi von_nun_an",
    "official": "oficial officiel officielle offizielle ufficiale proveedor hersteller",
    "remember": "recuerda merke_dir souviens ricorda lembre memorise",
    "pay": "pagos pago paiements paiement zahlungen zahlung pagamenti pagamentos cuenta konto compte",
}

# Russian, Japanese and Korean, looked for anywhere, since their words take endings.
ANYWHERE = {
    "theuser": "пользовател ユーザー 利用者 사용자",
    "drop": "игнорируй игнорируйте забудь забудьте 無視 忘れて 忘れろ 무시하고 무시해 무시하",
    "old": "предыдущие предыдущих прежние все_прежн これまで 以前の 上記 以前 이전 기존 앞의",
    "instr": "инструкци указани правила команды 指示 命令 ルール 規則 プロンプト 지시 명령 규칙",
    "all": "все всех すべて 全て 모든",
    "user": "пользовател ユーザー 利用者 사용자",
    "agent": "ассистент агент модели アシスタント エージェント 어시스턴트 에이전트",
    "off": "сняты отключи отключите снято отключен 無効 解除 해제 비활성화",
    "guard": "ограничения безопасност проверк 安全 制限 確認 보안 제한 안전",
    "weakens": "ограничения_безопасности セキュリティ制限 安全制限 보안_제한",
    "official": "официальн разработчика уведомление 公式 開発元 通知 공식",
    "noask": """подтверждения_больше_не без_подтверждения без_спроса не_спрашивай 確認なし 確認せず 確認は不要
        許可なく 尋ねず 承認なし 확인_없이 묻지_말고 승인_없이 больше_не_требу""",
    "hide": """не_говори не_сообщай не_упоминай скрой тайно 知らせず 伝えないで 言わないで 内緒 報告しないで
        教えないで 알리지_마 알리지_말 말하지_마 말하지_말 숨기 몰래 伏せ""",
    "secret": "пароли пароль ключи токен 秘密鍵 パスワード トークン 認証情報 비밀번호 개인_키 토큰 비밀키",
    "read": "прочитай прочти покажи выведи скопируй すべて読 読み 書き写 出力し 表示し コピーし 읽고 출력 복사",
    "send": "отправь отправьте загрузи 送信 送って アップロード 전송 업로드 보내",
    "run": "выполни запусти выполняй 実行 実行し 실행",
    "must": "절대 всегда обязательно 必ず 毎回 まず すべて 반드시 항상",
    "evertime": "перед_каждым 毎回 のたびに 매번",
    "leak": "покажи выведи раскрой 表示 出力 公開 출력 공개",
    "prompt": "системный_промпт системный_запрос системн システムプロンプト 初期指示 시스템_프롬프트",
    "free": "без_ограничений 制限のない 制限なし 制約のない 제한_없는 無制限 拒否しない",
    "become": "ты_теперь теперь_ты あなたは今 あなたは今から 今からあなた 너는_이제 당신은_이제",
    "fromnow": "отныне с_этого_момента 今から これから 今後 지금부터 앞으로",
    "remember": "запомни запомните 覚えて 記憶して 기억해",
    "pay": "платеж оплат счёт счет 支払 口座 振込 결제 계좌 송금",
}
