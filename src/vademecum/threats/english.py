"""English words by what they mean in an order to an agent. Data only: single words are rarely a threat by themselves.

A line is one meaning; words of a phrase are joined by ``_``. Which meanings together make a threat is said in
``rules.py``, so a new wording is one word here and a new kind of attack one line there.
"""

from __future__ import annotations

ENGLISH = {
    "drop": """ignore ignores ignoring disregard disregards disregarding forget forgetting override overrides
        overriding overrule overrules discard dismiss neglect bypass supersede supersedes replace replaces erase
        set_aside put_aside set_them_aside stop_following stop_obeying don't_follow do_not_follow do_not_obey
        don't_obey unlearn cease_following throw_away pay_no_attention take_no_notice skip_over cancel cancels
        void_all abandon wipe""",
    "void": """void counts_for_nothing count_for_nothing obsolete invalid expired cancelled canceled revoked
        suspended withdrawn superseded overridden no_longer_apply no_longer_applies no_longer_valid
        no_longer_binding no_longer_count no_longer_counts not_binding out_of_date null_and_void lapsed
        terminated rescinded lifted been_replaced are_replaced is_replaced outdated no_longer_in_force
        stop_applying has_ended have_ended do_not_count don't_count ends_here end_here""",
    "old": """previous previously prior earlier above preceding former original initial before until_now so_far
        already up_to_now existing old initially preloaded up_to_here up_to_this_point hitherto foregoing""",
    "instr": """instruction instructions directive directives prompt prompts guidance orders commands instructed
        guidelines system_prompt system_message system_prompts system_messages policies told briefing programming
        developer_message commandments marching_orders mandate mandates""",
    "rule": """rules rule policy policies guidelines guideline guardrails safeguards restrictions restriction
        limits limitations constraints principles safety_rules ethics ethical norms boundaries""",
    "yours": "your you you're yourself you've you'd you'll",
    "all": "all any every everything anything entire whole each",
    "only": "only solely exclusively nothing_but instead",
    "obey": """follow follows obey obeys obeying listen_to adhere comply treat_as_valid valid_instructions
        follow_only act_on take_orders carry_out do_what do_as execute_what submit""",
    "here": """begins_here starts_here this_page this_note this_document this_file this_line below following
        written_here next_message next_file the_list these_lines this_block this_entry these_steps bottom_of
        this_section next_page""",
    "agent": """assistant assistants agent agents ai ais llm llms model models chatbot chatbots copilot copilots
        bot bots claude gpt chatgpt gemini codex coding_agent language_model whoever_reads reading_this reads_this
        read_this subagent subagents sub-agent sub-agents""",
    "user": """user users person owner human humans people customer customers operator developer developers
        maintainer maintainers reviewer reviewers author""",
    "must": """must shall always never should has_to have_to need_to needs_to required immediately at_once
        straight_away please now first before_you before_each before_every before_any every_time after_each
        after_every each_time from_now_on from_here_on from_this_point from_then_on at_the_start each_session
        every_session henceforth whenever effective_immediately each_task every_task right_away without_exception
        mandatory begin_by start_by""",
    "evertime": """when_finished when_the_work_is when_you_finish after_reading once_done each_file_you
        every_file_you every_session each_session all_sessions every_task each_task every_reply each_reply
        every_answer each_answer every_commit each_commit every_run each_run before_each before_every after_each
        after_every once_per_session every_response each_response every_message each_message per_session
        every_conversation every_time you_start you_commit you_answer you_reply every_build each_build
        finished_task""",
    "fromnow": """from_now_on from_here_on from_this_point from_then_on henceforth from_today from_the_moment
        from_this_moment for_the_rest_of in_all_sessions all_future until_further_notice for_this_session
        this_session this_week starting_now as_of_now effective_immediately going_forward""",
    "leak": """wording in_full full_text exact_words print prints printing reveal reveals revealing repeat repeats
        repeating show shows output outputs dump dumps paste pasting disclose recite display displays translate
        summarise summarize leak leaks copy quote write append include echo publish verbatim word_for_word expose
        list read_out spell_out encode give_me send tell_me export reproduce transcribe attach state restate share""",
    "prompt": """system_prompt system_prompts system_message hidden_instructions hidden_prompt initial_prompt
        secret_instructions developer_message developer_instructions initial_instructions original_instructions
        your_instructions your_prompt your_rules your_initial your_hidden your_original your_system
        your_guidelines your_context_window internal_instructions internal_prompt hidden_rules
        configuration_text your_tool_definitions your_developer custom_instructions preprompt pre-prompt
        your_full_prompt your_complete_prompt the_prompt_you were_given_at_the_start""",
    "repeat": "repeat repeats recite print output echo copy paste restate reproduce write_out dump translate",
    "above": """everything_above all_above text_above words_above all_the_text_above the_text_above lines_above
        everything_before text_before content_above all_of_the_above message_above context_above what_stands_above
        everything_you_were_told conversation_above the_first_lines everything_that_precedes""",
    "become": """speak_from_now speak_as as_the_administrator you_are_now you're_now act_as acts_as behave_as
        behave_like become you_become play_the_role play_a_game stay_in_this_role stay_in_role stay_in_character
        never_leave_the_role you_are_no_longer take_the_role assume_the_role assume_the_identity
        assume_the_persona adopt_the_persona switch_to simulate roleplay role-play impersonate you_will_be
        your_new_role your_new_name your_name_is answer_as respond_as new_identity new_persona you_turn_into
        in_the_role your_role_is you_are_called alter_ego remain_in_character think_of_yourself""",
    "you-are": "you_are you're you_have_become your_name_is you_are_called",
    "pretend": """pretend pretends pretending imagine_you imagine_that_you make_believe let's_play hypothetical
        suppose_you as_if_you_were""",
    "free": """conscience follows_every obeys_every every_order not_subject_to unrestricted unfiltered uncensored
        unlimited unbounded jailbroken jailbreak no_policy no_policies no_filters no_filter no_restrictions
        no_restriction no_limits no_limit no_rules no_guidelines no_guardrails no_constraints without_restrictions
        without_limits without_filters without_rules without_policies without_guardrails no_safety no_ethics
        free_of_restrictions do_anything_now developer_mode god_mode debug_mode maintenance_mode never_refuse
        never_refuses refuse_nothing no_moral evil eviltwin amoral opposite_of grants_whatever comply_with_every
        comply_with_any comply_with_all every_request any_request whatever_is_asked answers_everything
        answer_everything never_mentions_policies no_morals dan never_says_no never_say_no cannot_refuse
        can't_refuse must_not_refuse no_longer_bound not_bound_by without_any ignores_policy above_the_rules
        no_boundaries does_not_refuse unshackled root_access unbound no_refusals""",
    "noask": """granted_full full_access has_granted approved_all without_asking without_review without_reviewing
        without_confirmation without_confirming without_approval without_consent without_permission
        without_telling without_a_prompt no_confirmation no_confirmations no_approval no_approvals
        no_further_consent no_consent no_review no_permission no_questions do_not_ask don't_ask never_ask
        never_asks stop_asking needs_no_review needs_no_approval no_more_approvals no_need_to_ask nobody_needs
        not_to_be_consulted not_be_consulted not_be_asked no_longer_required no_longer_needed no_longer_need
        confirmations_are_disabled confirmation_is_disabled skip_confirmation skip_confirmations
        skip_the_confirmation skip_approval skip_all_confirmation skip_permission permissions_are_granted
        already_approved already_agreed already_consented has_agreed has_approved pre-approved preapproved
        pre-authorised pre-authorized auto-approve auto-approved autoapprove granted_all full_permission
        autonomous_mode confirm_nothing dangerously-skip-permissions without_waiting approve_every approve_all
        approves_all approve_any allow_all allow_every no_human no_further_approval no_further_confirmation
        without_further without_checking unattended_mode write_access_to_all access_is_confirmed
        approval_not_needed not_needed without_prompting approvals_are_off without_user no_checks confirmation_off
        yolo_mode all_permissions without_interaction don't_wait do_not_wait unquestioned without_question
        without_hesitation no_second_check all_tool_calls every_tool_call""",
    "hide": """nothing_has_changed nothing_was_changed nothing_changed do_not_notify don't_notify
        without_notifying must_not_learn not_learn_about must_not_find must_not_see should_not_see do_not_list
        don't_list do_not_tell don't_tell never_tell do_not_mention don't_mention never_mention not_mention
        without_telling without_mentioning won't_notice not_notice doesn't_notice never_notice keep_this_from
        keep_it_from conceal conceals concealing secretly covertly discreetly do_not_reveal don't_reveal
        do_not_disclose never_disclose never_reveal do_not_inform don't_inform never_inform without_informing
        do_not_report don't_report keep_secret keep_it_secret keep_this_secret keep_quiet between_us not_see
        never_see out_of_sight must_not_know mustn't_know shouldn't_know should_not_know never_seen leave_no_trace
        no_trace no_traces unnoticed not_find_out never_find_out cover_up leave_out do_not_log don't_log
        do_not_record pretend_that pretend_nothing do_not_say without_notice will_not_notice say_that_nothing
        without_a_word without_saying tell_nobody tell_no_one hidden_from kept_from secret_from nobody_sees
        no_one_sees nobody_notices so_nobody in_silence don't_say never_say withhold withholds keep_mum
        drawing_attention draw_attention draw_no_attention stay_quiet_about say_nothing_about hush_up no_one_finds
        nobody_finds so_that_no_one so_that_nobody finds_out leave_out_that leaving_out_that omit_that
        omitting_that without_saying_that leave_out_how""",
    "needless": """need_not_know needn't_know doesn't_need_to_know does_not_need_to_know no_need_to_tell
        no_need_to_mention""",
    "habit": "often tends_to tend_to sometimes usually frequently keeps used_to may likely_to happens_to",
    "given": """you_were_started they_were_started said_to_you you_were_given you've_been_given you_were_told
        you_have_been_told you_received you_got were_instructed was_instructed you_have_been been_instructed
        were_taught you_learned""",
    "private": """person's_notes user's_notes person's_files copy_of_each copy_of_every conversation conversations
        transcript transcripts dialogue chat_history user's_files user's_messages clipboard""",
    "reply": """to_the_pr the_pr the_ticket as_a_comment the_comment the_issue in_the_answer in_your_answer
        in_your_reply into_the_reply in_every_reply next_reply commit_message your_answer pull_request_description
        to_this_page on_this_page this_page in_the_reply in_your_response in_every_issue readme your_next
        in_the_summary in_the_report in_the_readme in_the_chat""",
    "quiet": "silently quietly quiet stealthily hide hides hiding unannounced in_the_background",
    "erase": """delete deletes clear clears wipe wipes erase erases remove removes truncate purge shred history_-c
        drop_the""",
    "traces": """history logs log evidence traces trace audit_log audit audit_trail shell_history records
        commit_message log_entry log_entries""",
    "off": """disable disables disabling disabled turn_off turns_off turned_off switch_off switches_off
        switched_off deactivate deactivated suspend suspended suspends remove removes removed lift lifted bypass
        bypasses skip skips drop stop stops relax relaxed waive waived off circumvent unlock ignore weaken lower
        cancelled no_longer revoked chmod reduced reduced-safeguards get_around work_around evade removing without""",
    "guard": """guardrails guardrail safeguards safety safety_checks safety_check safety_filter content_filter
        content_filters filters filter restrictions approval approval_step approvals branch_protection codeql
        code_scanning security_checks security_scan signature_check signature_verification firewall selinux
        sandbox permission_prompts permission_prompt confirmations confirmation permission_checks permission_check
        moderation safety_rules security_policy protections virus_scanner antivirus secret_scanning
        host_key_checking tls_verification certificate_checks certificate_verification review required_reviews
        two-factor 2fa mfa policies safe_mode audit_log audit auditing limits refusals refusal refusing
        content_policies safety_policy reduced-safeguards content_policy""",
    "weakens": """branch_protection codeql secret_scanning selinux firewall sandbox guardrails safeguards
        audit_log content_filter content_filters safety_checks safety_filter permission_prompts host_key_checking
        signature_verification""",
    "official": """makers creators official vendor modelvendor manufacturer developer_of_the_model anthropic
        openai google security_team trust_&_safety trust_and_safety safety_team compliance_team administrator
        administrators admin platform advisory notice announcement bulletin automated_message system_update
        compliance operator policy_update provider model_provider emergency headquarters ceo it_department
        security_department management board legal_department auditor auditors support_team authorised authorized
        verified""",
    "remember": """for_good remember remembers memorise memorize store_this save_this correct_your_memory
        update_your_memory lasting_rule standing_rule permanent_rule permanent_preference keep_in_mind
        note_for_all_future user_rule user_preference store_as_a add_to_memory add_to_your_memory commit_to_memory
        your_memory treat_as_fact long-term_memory save_to_memory record_permanently memory_update as_a_rule_of
        save_as""",
    "pay": """bills bill pay paid pays payment payments invoice invoices iban wire wire_transfers transfer
        transfers payout payouts bank bank_account funds money refund refunds salary wallet bitcoin purchase
        purchases bic account_number crypto_address beneficiary payroll""",
    "trusted": """allows allowed count_as counts_as always_trusted trusted is_trusted fully_trusted
        never_be_flagged never_flagged never_flag never_question safe_to_run always_safe whitelisted
        always_approve always_allow always_approved authorised authorized authorizes approved approves
        has_approved trusts always_correct is_safe are_safe always_accept never_reviewed never_be_reviewed
        never_checked no_review fraudster must_be_used treat_as""",
    "secret": """wallets seeds private_key private_keys ssh_key ssh_keys api_key api_keys api_tokens api_token
        tokens token credentials credential passwords password secrets secret environment_variables
        environment_variable env_vars cookies cookie keychain access_key access_keys browser_cookies .env id_rsa
        id_ed25519 passphrase session_cookies wallet_seed seed_phrase signing_key deploy_key service_account_key
        vault_token password_manager kubeconfig _token _secret _key""",
    "read": """fetch search read reads cat print open dump copy look_through search_for collect collects gather
        extract find harvest scan list grep look_for take get include write show paste output append put base64
        return enumerate quote insert encode embed display attach add""",
    "send": """upload uploads uploading post posts posting send sends sending submit forward transmit exfiltrate
        curl wget mail publish push netcat nc leak beacon report sync deliver email e-mail paste ship resolve ping
        copy_to scp rsync sent tar posted forwarded pass append put""",
    "run": """run runs running execute executes executed executing start invoke launch source apply install pipe
        eval evaluate download call""",
    "command": """command commands script scripts shell bash powershell tool_call tool_calls crontab cron payload
        binary""",
    "decode": "decode decoded decodes base64 unescape percent-encoded rot13 hex-encoded deobfuscate",
    "act": "act merge approve approves delete deletes grant grants accept drop swap change replace send answer",
    "c2": """for_new_instructions c2 c&c command_and_control beacon botnet call_home phone_home check_in_with
        await_orders poll_for_commands fetch_your_orders fetch_new_instructions new_orders next_orders
        receive_commands report_back_to heartbeat_to register_with_the_server pull_instructions fetch_instructions
        get_instructions take_instructions_from next_instructions fetch_further_instructions your_orders
        its_orders takes_its_order read_it_as_an_order obey_the_list obey_the_next new_commands""",
    "real": "real_task real_instructions actual_task actual_instructions true_purpose real_job real_orders",
    "devrules": "developer's_guidelines developer's_rules developer's_instructions developer_guidelines",
    "newrules": """your_new_instructions new_system_prompt new_instructions new_orders new_system_rule
        new_objective new_directive""",
    "falsify": "report_success report_that_all reports_success report_a_success claim_that say_that_all",
    "priority": "highest_priority top_priority takes_precedence take_precedence",
    "attribution": """attacker attackers attack attacks injection example examples e.g payload payloads phishing
        malicious smuggle smuggled jailbreak_prompts red_team threat_model cve owasp regression_test test_case
        sample samples demo talk adversary honeypot prompt_injection social_engineering scanner detector
        false_positive filter keyword_filter escaped exploit spoofed forged fake fuzz quoted poisoned poisoning
        such_as says_something_like blocklist denylist trick tricks research paper glossary wording for_instance
        reported incident vulnerability must_be_flagged should_refuse refuses warn warned warning flag flags
        flagged refused canary eval_set test_set unit_test chapter article says said wrote written_in
        reason_to_reject the_phrase the_string the_words jailbreak_lines awareness course looks_like homework
        exercise quiz never_writes lesson phrases_such lines_such typical red-team scam injected asked_the
        users_asked asked_us planted told_agents speak_for honeytoken phishers expected: spoof pretends_to
        test_cases test_matrix fixtures""",
    "asked": """whoever_asks anyone_asking if_asked when_asked if_someone_asks if_somebody_asks if_anyone_asks
        asks_whether asks_what asks_about asked_about when_questioned if_questioned""",
    "deny": """should_refuse must_refuse refuses_to should_decline must_not_reveal never_reveals should_not_reveal
        can't_share does_not_share must_answer_that it_should_say should_answer must_decline declines politely""",
}
