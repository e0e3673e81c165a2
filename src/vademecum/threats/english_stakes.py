"""English words, used as those of ``english_turns.py``, for what an order does harm to and how. Data only.

Secrets and what was said, commands and rights, money and trust; sending, reading, hiding, and where it all goes.
"""

from __future__ import annotations

ENGLISH_STAKES = {
    "passes": """send sends upload+ post posts forward+ e-mail+ transmit++ share shares push pushes sync syncs
        mirror+ copy copies put puts attach attaches include includes append appends place places write writes
        encode encodes report reports submit submits deliver delivers relay+ exfiltrate+ paste pastes publish
        publishes stream streams pipe pipes load+ call calls lookup make_a dump dumps save saves hand_over pass
        passes route+ ship ships create create_a do_a move moves zip fetch ping end_with print prints embed
        embeds post_of resolve+ expose+ mailed emailed forwarded uploaded sent_to posted_to drop_the drop_it
        mail++ ship_the ship_it beam+ ferry dispatch+ hand_to hand_them turn_in tunnel+ divulge+ smuggle+
        transfer_the transfer_all back_up backup feed feeds dispatching convey+ leak_the leak_all report_via
        reported_via reported_to fill_in fill_the git_add bump+ the_output_of hand hands replicate+ email_the
        email_it email_them mail_it mail_the emails_the""",
    "holdings": """user_said said_by_the_user the_user's_question user's_question user's_message user's_messages
        chat_history conversation conversations transcript transcripts config_directory home_folder home_directory
        memory_folder all_notes every_note the_notes_folder customer_list list_of_customers customers_list
        contents_of_the_repository private_messages chat_log chat_logs last_message user_asked the_user_pasted
        user_pasted contact_list clipboard repository's_secrets session_log what_was_said messages_of_the_user
        user's_e-mail user's_email e-mail_address_and prompt_history user's_name user's_files user's_notes
        the_user_types what_the_user user's_data shell_history git_config lines_of_the_shell command_history
        bash_history terminal_history environment_of_the working_notes notes_of_the_session""",
    "keyish": """secret secrets api_key api_keys key keys token tokens password passwords credentials credential
        private_key private_keys passphrase cookies cookie database_url database_password connection_string .env
        id_rsa id_ed25519 credentials.json environment_variable environment_variables env_vars seed_phrase
        session_token access_token _token _secret _key _password database_credentials logins saved_logins login
        oauth_token pem_file certificate_key ssh_key ssh_keys .pem .key .p12 secrets.yaml secrets.yml pem_files
        certificates access_keys aws_keys master_password master_key signing_key service_account bearer_token jwt
        recovery_codes recovery_phrase printenv session_cookie sshkey id_ecdsa api_secret client_secret login_data
        passcode pin_code 2fa_codes backup_codes output_of_env credentials.yml user's_keys github_token
        gitlab_token user's_token user's_password""",
    "outlet": """gist gists public pastebin paste_service webhook webhooks endpoint branch_name pr_title title_of
        commit_message commit_messages query_string query_parameter url_of address_of_every every_image image_url
        public_issue public_channel third_party thirdparty outside external support_bot monitoring_host qa_server
        bucket dns_lookup subdomain hostname ftp shared_folder public_repo public_repository wiki comment_on
        every_request each_request analytics partner vendor collector our_server remote_server the_server drop_box
        my_server my_address link_here image_tag each_link every_link the_url the_link footer_image tracking_pixel
        public_page open_issue address_at the_address address_below send_me request_header_of last_line tracker
        bug_report message_body public_tracker mailing_list telegram_bot discord telegram slack_webhook form_at
        log_collector dashboard parameter_of badge chat_room google_form pastebins dropbox mirror remote_host
        outside_address external_address forum url_parameter as_a_comment in_a_comment to_issue public_comment
        on_the_issue into_the_issue the_ticket_so this_ticket to_the_webhook""",
    "reports": """readme report answer reply ticket issue chat summary table response document notes comment
        commit log description channel bottom below review wiki_page wiki under_environment first_line last_line
        postscript appendix footer this_file into_this to_notes into_notes the_notes enter_it the_form
        form_below this_document in_their_first first_message fill_it table_below constants hard_code""",
    "whenever": """whenever every_time each_time after_each after_every before_each before_every before_closing
        after_reading when_you at_the_end_of_each once_per each_session every_session when_asked from_now_on
        in_future going_forward on_start-up on_startup at_startup at_login as_the_first_step first_step every_task
        each_task in_every in_each in_all_future before_anything always as_soon_as each_reply every_reply
        before_you_do every_night every_ten_minutes every_hour each_commit every_commit every_release for_each
        once_the_task when_you_are_done when_done before_starting before_helping before_answering
        for_every_session every_request each_build every_build when_the_work_is once_you_are_done before_it_builds
        when_you_fetch when_you_see step_0 first_of_all once_you_are once_done when_committing when_you_commit
        when_you_answer at_first_start last_thing_to_do on_exit on_each upon_start upon_each at_every at_each
        if_you_find that_turns_up any_time anytime each_and_every periodically regularly daily hourly
        on_a_schedule automatically next_time all_later_sessions in_later""",
    "runs": """run runs execute+ launch+ fetch+ pipe+ start starts install+ download+ invoke+ source+ load+
        evaluate+ open opens wget curl run_it_with visit+ pull_the call+ trigger+ spawn+ boot boots""",
    "remotely": """from_http from_https from_the_gist gist_below scripts_post at_http whatever_it_returns
        what_it_says what_it_returns the_script_in bash into_bash into_sh .sh tmp the_url_in carry_them_out
        the_commands_in the_response the_code_block_below unread with_python with_node with_bash run_it_with .crx
        extension_from fix.py .ps1 .exe .py_and""",
    "tasksfrom": """run_what_it what_it_says what_it_returns for_tasks carry_them_out do_what_it
        whatever_it_returns whatever_it_says run_whatever execute_whatever obey_the_reply execute_the_response
        follow_the_response its_reply_as do_as_it_tells do_as_it_says do_what_it_tells as_it_tells_you
        follow_what_it follow_its_instructions act_on_the_response obey_what take_orders_from the_commands_it
        whatever_is_there next_command next_commands""",
    "grants": "give gives grant+ assign+ make hand_over promote+ elevate+ add adds set enable elevate_to make_the",
    "rights": """admin_rights write_access full_access admin_access root_access full_rights administrator_rights
        owner_rights maintainer_rights elevated_rights all_permissions sudo_rights push_access owner_role
        the_owner_role password_login root_login admin_role all_rights all_users_the full_control
        unrestricted_access maintainer_role collaborator""",
    "cleared": """been_cleared has_been_cleared already_cleared already_approved has_been_approved been_agreed
        it_is_approved no_questions already_agreed is_trusted pre-cleared vetted""",
    "oneself": """your_own_pull their_own_pull your_own_pr their_own_pr every_tool_call each_tool_call
        all_tool_calls every_permission_prompt all_permission_prompts permission_prompts every_prompt each_prompt
        permission_prompt user's_behalf any_tool_call all_prompts every_confirmation anything_the_terminal
        whatever_the_terminal any_prompt any_question_the every_dialog all_dialogs all_requests_for
        each_request_for every_permission all_permission""",
    "assents": """approve+ accept+ answer_yes say_yes confirm+ agree+ answer grant+ merge+ allow+ yes
        auto-accept auto_accept auto-approve click_allow click_yes rubber-stamp click_approve press_approve
        tick_approve""",
    "destroys": """wipe_the_git force-push force_push push_with_force delete_the_backups backups_folder
        drop_all_tables chmod_-r chmod_777 no-verify remove_the_codeql delete_the_backup purge_the
        delete_production drop_all_databases delete_all_backups delete_all_branches""",
    "shields": """firewall antivirus two-factor 2fa mfa sandbox branch_protection tls_checks tls_verification
        certificate_checks certificate_validation signature_checks code_scanning guardrails secret_scanning
        selinux virus_scanner permission_prompts hash_checks checking_hashes ssl_verification security_checks
        codeql host_key_checking verify_false verify=false signature_test signature_tests integrity_checks
        malware_scan rate_limiting audit_logging csp csrf review_rule license_check secret_scan gitleaks
        virus_scan ssl_checks certificate_pinning malware_scanner virus_checker intrusion_detection rate_limits
        edr seccomp apparmor signature_verification hash_check checksum_check audit_trail protections
        protection_rule protection_rules""",
    "switches": """disable+ turn_off turns_off turn_the switch_off set_the off remove+ deactivate+ kill stop skip
        without drop""",
    "goon": """carry_on then_continue then_open then_go_on proceed and_continue without_asking before_it
        without_comment act_accordingly go_ahead act_on comply continue""",
    "tells": """tell tells mention+ inform+ notify notifies notified report reports say says reveal+ disclose+
        divulge+ bring_up bring_this_up bring_it_up raise+ show+ explain+ admit++ alert+ hear learn know find_out
        discover notice see be_told told aware realise realize draw_attention bother+ announce+ list quote refer
        speak_of let_on give_away hint informed seen known shown listed listing warn+ brief trouble consult
        document hear_about breathe_a_word betray+ advertise+ flag++ point_out make_known give_a_hint expose
        mention_that disclose_that call_attention comment_on confess+ leak ask_about suspect doubt""",
    "strongtells": """tell tells mention+ inform+ notify notified told informed hear find_out learn bring_up
        bring_this_up bring_it_up be_told say_anything let_on alert+ bothered know hear_about point_out make_known
        confess+ told_about know_about learn_of learn_about find_out_about see_that notice_that suspect+""",
    "omits": """leave_out leave omit++ exclude+ withhold+ skip++ keep_out hide hides hidden conceal+ suppress+
        mask+ remove erase strike cover_up disguise+ obscure+ leave_out_that drop_from keep_out_of gloss_over
        play_down filter_out cut edit_out scrub++ redact+ delete_from strip_from skip_mentioning sweep strip++
        excise+ leave_it_out leave_them_out leave_this_out leave_that_out keep_it_out keep_them_out""",
    "record": """summary summaries changelog commit_message commit report answer reply output log logs list
        history diff release_notes pull_request description commit_history ledger audit_trail response""",
    "deeds": """change changes dependency transfer upload command webhook account payment request network_request
        warning warnings diff edit edits download install installation second_account script payments deletion
        page note step paragraph line instruction rule file email addition recipient recipients update removed
        added changed uploaded deleted installed replaced transferred modified altered remote second_remote
        extra_recipient firewall_was access_was_granted was_opened was_added was_changed was_removed was_sent
        was_disabled credentials third_step step_three step_two transaction backdoor commands""",
    "lies": """deny denies claim claims pretend pretends invent invents lie lies make_up act_as_if say that_you
        insist feign+ fake make_it_look tell_him tell_them tell_her say_it_was say_you say_that blame make_it_seem
        pass_it_off portray+ present_it dress_it_up disguise_it pass_off assure+ swear you_can't_recall
        can't_recall describe_the_commit call_it label_it name_it title_it""",
    "unseen": """never_seen not_seen nothing_changed anything_was_changed anything_changed nothing_was_changed
        everything_is_fine all_is_fine everything_went tests_passed tests_pass it_passes passes_even already_there
        routine_update routine harmless_reason harmless even_if_they_failed whatever_the_result all_good
        nothing_happened memory_is_empty had_not_seen never_read no_changes all_tests_pass it_failed upload_failed
        was_already even_if_it_fails as_usual nothing_to_report only_the_usual a_formatting_commit
        came_from_upstream can't_recall don't_remember do_not_remember nothing_to_see no_idea unaware all_clear
        by_accident a_bug a_glitch unrelated no_such never_happened formatting_only cosmetic you_know_nothing
        you_don't_know it_was_the_user user_did_it nothing_did nothing_has nothing_special nothing_was not_aware
        they're_green all_green they_are_green all_is_green""",
    "hush": """between_you_and between_us keep_quiet keep_mum confidential to_yourself secretly covertly quietly
        silently discreetly without_drawing attention nobody_notices no_one_notices nobody_but_you notices
        unnoticed in_the_background under_the_radar without_a_trace your_traces their_traces no_trace
        behind_the_scenes hush stay_silent say_nothing mention_nothing nothing_of_this keep_this_from
        keep_this_between keep_this_quiet keep_it_quiet keep_this_confidential keep_this_private
        drawing_attention_to in_the_dark off_the_record on_the_quiet out_of_the_summary not_a_word mum
        tight-lipped under_wraps without_fuss no_log_line without_leaving nobody_learns nobody_will_know
        unannounced without_announcing""",
    "keeps": """remember+ memorise+ memorize+ in_your_memory to_memory into_memory long-term_memory
        long_term_memory your_memory the_memory for_later_sessions for_every_session in_all_future all_future
        future_sessions future_conversations permanent_rule permanent rule_of_the_house standing_preference
        standing_rule lasting_rule keep_for_good for_good update_your_records your_records treat_this_as_a_fact
        as_a_fact as_fact store_as save_as as_preference as_the_user's user's_wish user's_preference
        user's_standing going_forward from_now_on default_payee the_default persist+ insert_into record_as
        saved_by make_a_note note_that note_for_later told_you whitelisted allowlisted user_has_whitelisted
        keep_in_mind whenever_someone always_assume add_a_permanent for_next_time next_sessions later_sessions
        all_sessions every_conversation in_mind user_likes the_user_trusts user_trusts correct_the_memory
        is_fine_with known_fact established_fact user_preference preferences_of_the preference: user_has_decided
        the_user_has_decided decided_that always_assumes user_expects save_to store_this write_into save_to_memory
        fact_about_the_owner fact_about_the_user user's_profile user_profile in_later_chats later_chats
        long-term_note user_fact fact_to_keep user_always he_always she_always they_always profile: note_to_self
        standing_order standing_instruction carry_forward hold_on_to take_note durable_fact save_for_later
        bear_in_mind store_permanently default_to the_user_prefers owner_prefers the_user_wants the_owner_wants
        as_a_habit in_memory keep_that save_permanently the_user_told_us user_told remember_for
        note_about_the_user put_into_memory from_this_session_on memory: about_the_user""",
    "claims": """iban payroll transfers payee refunds bank_details details_below payroll_account supplier
        is_safe are_safe trusts is_trusted as_clean as_verified skip_review without_review need_no needs_no
        no_approval without_a_question without_asking asked_about to_be_asked never_question data_sharing
        pay_bills may_pay is_optional optional_for may_be_shared shared_with_partners warnings_hidden
        security_warnings without_warnings always_recommend recommend+ and_no_other is_an_admin may_do_anything
        an_admin praise prefer_them agreed_to sent_to_drive new_address send_invoices invoices_there whitelisted
        need_not_be_asked no_longer_needs_to needs_no_review skips_review no_questions insecure settled paid_to
        always_settled supplier_invoices always_agrees requests_access false_alarms can_be_skipped
        can_be_ignored pays_suppliers no_need_to_check as_coming_from coming_from_the_user any_iban replace_any
        switched_banks dislikes_being_asked being_asked before_packages without_checking no_verification
        wire_transfer unconditionally full_trust may_be_ignored pre-approved automatically_approve is_authorised
        is_authorized vouches trust_links always_trust trust_everything trust_all trust_any
        never_wants_to_confirm without_verification reset_goes goes_to_ops requests_from_there are_fine is_fine
        trust blindly may_be_given card_number given_to_vendors bank_advisor vouch credible as_genuine no_doubt
        not_to_be_doubted at_face_value no_checksum no_check_needed pre-approved_by_the_owner
        approved_in_advance""",
    "looksup": """look find search+ grep open opens read reads print prints show shows display+ gather+ collect+
        extract+ dump dumps list lists cat copy copies write writes recover+ decrypt++ decode+ decoded have_a_look
        quote use summarise summarize harvest+ see scan get gets fetch+ reveal+ note_down go_through browse
        retrieve+ export+ take tell give print_out list_them locate+ obtain+ acquire+ run record+ note+ jot++
        fish_out dig_up dig_out pull_out grab++ peek leave tell_me reveal_the sweep sweeps crawl+ inspect+
        enumerate+ what_is_inside log look_up what_is_in what's_in find_out""",
    "everysecret": """every_password all_passwords all_tokens every_token all_keys every_key all_secrets
        every_secret secrets_included private_keys saved_logins environment_variables seed_phrase
        database_credentials api_keys decoded_values plain_text the_passwords wi-fi_password oauth_token
        auth_field key_or_a_password password_manager password_manager's the_vault secrets_file the_token
        access_token browser_profile keychain all_credentials the_secrets the_credentials print-access-token
        first_lines the_private_key secret_values decoded secret_files secrets_of_the master_password aws_keys
        access_keys printenv session_cookie master_key secrets.yml config_secrets ssh_keys recovery_codes
        saved_passwords stored_passwords hidden_keys every_credential any_credential any_key any_password
        passwords_you keys_you tokens_you keys_it credentials_you password_store pem pem_files containing_token
        contain_token key_files github_token gitlab_token user's_token user's_password user's_key user's_api""",
    "anyhow": """whatever_the_result regardless even_if_it_fails even_if_they_failed no_matter even_if_they_fail
        whatever_happens in_any_case whatever_the_outcome whatever_it_contains whatever_changed whatever_is_in
        whatever_it_does regardless_of_what no_matter_what""",
    "covertly": "secretly covertly surreptitiously stealthily on_the_quiet silently",
    "covert": """diff transfer upload command webhook payment network_request dependency deletion new_account
        commit the_change the_changes this_change edit""",
    "fromuser": """from_the_user from_the_person from_the_owner from_the_human from_the_reviewer from_the_operator
        from_your_user from_everyone from_anyone from_them from_the_customer from_the_maintainer
        from_the_developer""",
    "userdata": """user's_question user's_message user's_messages user's_e-mail user's_email user's_name
        user's_files user's_data user_said the_user_said what_the_user chat_history private_messages user_pasted
        said_by_the_user user_typed customer_list list_of_customers personal_data shell_history home_folder
        home_directory browsing_history full_transcript whole_conversation full_conversation entire_conversation
        contents_of_this_conversation conversation_so_far environment_variables whole_environment
        this_conversation our_conversation working_notes the_conversation conversation_into real_name phone_number
        phone_numbers user_input keystrokes what_i_type what_was_typed dialog_history session_transcript
        session_history user_profile user_details email_address_of contacts_of clipboard_contents file_listing
        directory_listing output_of_env personal_notes screen_contents terminal_output the_terminal the_transcript
        chat_transcript screen_output keyboard_input user_prompt prompts_of_the user's_prompts customer's_phone
        customer's_name customer's_address customer's_e-mail phone_number_behind client_data customer_data""",
    "fetches": "fetch+ download+ get curl wget pull+ retrieve+ grab visit+ clone+ obtain+ grab++",
    "shell": """bash sh shell execute it_into run_it launch+ sudo powershell run_the_script run_them with_python
        with_node python node perl ruby""",
    "odd": "unread .cache hidden_folder remaining_budget scratch_folder",
    "spends": "spend+ buy transfer+ pay+ purchase+ wire wires order_from",
    "reach": """this_workspace this_project this_session this_repository this_conversation this_agent until_monday
        until_further here your_deployment this_task""",
    "cron": "cron_job crontab login_script shell_profile startup_script scheduled_task",
    "mild": """read-only lint linter linters formatter typo typos patches lint_errors worktree label unit_tests
        running_tests run_tests test_suite""",
    "sshkeys": "authorized_keys public_key_to",
    "about": """is_an_attack it's_an_attack suspicious be_refused was_refused must_refuse report_it stop_and_tell
        is_phishing a_scam be_rejected should_be_flagged tell_me_at_once tell_me_immediately let_me_know
        hide_something_from_me from_me be_deleted phishing injected risk evaluation""",
    "asked": "user_asks the_user_asks asks_what_changed person_asks owner_asks someone_asks reviewer_asks",
    "lets": "do_not_let don't_let never_let must_not_let mustn't_let not_let",
    "specimen": """attack attacks attacker payload payloads injection injections injected malicious phishing
        adversarial scanner detector jailbreak_prompts must_be_blocked jailbreaks threat_model poisoned
        poisoning phishers scam social_engineering pretends_to_be told_the_agent told_the_bot told_the_assistant
        told_the_model asked_the_bot asks_an_agent asks_the_agent in_the_exercise villain's red_team_report""",
    "informs": """tell+ mention+ inform+ notify+ notified told informed bring_up bring_this_up bring_it_up
        say_anything let_on alert+ bother+ confess+ point_out make_known report_to talk_to say_to""",
}
