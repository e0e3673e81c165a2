"""English words that count in a rule by where they stand: before or behind others, or among them. Data only.

They are broader than those of ``english.py``, for order and nearness keep honest sentences apart. These say who speaks
to whom and by which right; what an order does harm to is in ``english_stakes.py``. A mark of ``inflection.py`` stands
for the regular forms of a verb.
"""

from __future__ import annotations

ENGLISH_TURNS = {
    "neg": """not don't doesn't didn't won't can't cannot mustn't shouldn't needn't isn't aren't never no nobody
        no_one none nothing without avoid refrain neither nor stop no_longer cease quit dont""",
    "cancel": """forget+ ignore+ disregard+ discard+ dismiss+ abandon+ scrap++ drop++ overrule+ override overrides
        overriding overridden set_aside put_aside throw_out throw_away cast_off let_go unlearn+ reset resets
        neglect+ revoke+ cancel+ cancelled supersede+ replace+ suspend+ lift+ erase+ void+ wipe+ clear+ forgotten
        invalidate+ nullify+ rescind+ repeal+ purge+ delete+ remove+ undo unset wipe_out retire+ annul++ break
        violate+ disobey+ bypass+ untrusted set_their put_their set_them put_them set_your put_your aside shed++
        jettison+ overwrite overwrites overwriting overwritten terminate+ stop_applying leave_behind leave_aside
        do_away_with nullified discount+ mute+ tune_out look_past get_rid_of strike_out strip+ trash+ tear_up
        write_off skip_over omit++ shake_off brush_aside push_aside lay_aside safely_ignore""",
    "gone": """void revoked cancelled superseded replaced suspended lifted gone outdated obsolete invalid
        changed expired withdrawn no_longer does_not_apply doesn't_apply do_not_apply don't_apply never_happened
        a_test by_mistake false wrong untrusted not_valid have_changed has_changed not_be_obeyed no_earlier dead
        stale fake not_genuine irrelevant repealed retired terminated deprecated lapsed meaningless decoy
        fiction has_expired no_longer_in_force not_in_force no_longer_binding in_force null inoperative second
        ranks_below comes_second come_second out_of_effect not_authoritative has_ended ended closed finished
        corrupted""",
    "told": """instructions instruction directive directives orders order command commands guidance guidelines
        guideline directions direction brief briefing mandate mandates rules rule policy policies constraints
        constraint prompt prompts system_prompt system_message programming restrictions restriction instructed
        task tasks assignment objective objectives goal goals what_you_were principles training guardrails
        parameters settings_you charter protocol statement persona configuration configured remit job
        role_description safeguards norms code_of_conduct expectations""",
    "talk": """conversation context messages message history chat dialogue everything_said everything_before
        everything_above nothing_said words_above lines_above""",
    "prior": """previous previously prior earlier former formerly original originally above preceding until_now
        so_far old initial initially existing up_to_now came_before until_this until_here hitherto past
        said_before current loaded_before started_with begun_with inherited pre-existing preexisting built-in
        builtin default first opening starting the_start at_the_start at_the_beginning opens first-received
        loaded given_to_you they_came_with came_with you_came_with built_in shipped_with""",
    "mine": """your you yourself yours you've you're assistant assistants agent agents model models reader ai llm
        whoever bot copilot language_model its_prior its_earlier which_reads""",
    "page": """this_page this_note this_document this_file this_list this_text this_paragraph this_section
        this_line this_entry this_record this_readme this_memory this_block the_page the_note these_lines
        these_steps these_rules these_instructions these_orders this_one written_here described_here below
        following in_here from_here the_list this_message this_notice the_text_below the_section_below
        the_lines_below at_the_end next_section bottom_of the_items_below the_steps_below section_2 in_section
        listed_here written_below this_alone this_wiki the_readme_below my_message these_words these_points
        the_points_below this_guide this_manual at_the_bottom the_bottom this_template this_snippet this_comment
        this_card this_ticket this_sheet this_board this_article this_chapter this_wiki_page this_issue""",
    "self": """this_page this_note this_document this_file this_text this_paragraph this_section this_line
        this_entry this_rule this_instruction this_step this_change this_command this_action this_message
        this_memory this_list this_transfer this_upload this_webhook this_account this_payment this_request
        this_order these_instructions these_steps these_changes these_commands about_this of_this about_it of_it
        this_file's that_you_read the_above this this_file_as""",
    "prevail": """supersede+ override overrides outrank+ replace+ trump+ prevail+ beats wins win precedence
        priority comes_before above_the first_priority more_weight more_important greater_weight stands_above
        goes_before highest_authority overrules comes_first come_first is_right has_the_last_word ranks_above
        rank_above ranks_first final_say governs govern takes_over alone controls overrule supersedes_all
        in_favour_of in_favor_of side_with sides_with yields_to gives_way defer_to trumps over_the takes_over_from
        first_place authoritative binding_one overriding final_authority sole_authority only_valid""",
    "conflict": "conflict conflicts contradict+ disagree+ objects object protests differs differ complains",
    "serve": """obey+ follow+ comply complies heed+ go_by work_from act_on acts_on carry_out carries_out listen_to
        do perform+ execute+ adhere abide honour honor go_with stick_to work_through answer_to respond+ obeyed
        be_bound load+ apply use treat consider submit+ believe take_orders abide_by go_along work_to
        operate_under conform+ submit_to take_direction answers_to accept observe+ enact+ pursue+ continue_with
        continue_from act_upon turn_to proceed_with switch_to respect+ honor+ side_with regard+ take""",
    "despite": "regardless even_if even_when even_though no_matter whatever despite irrespective notwithstanding",
    "theuser": """the_user the_user's user's the_person the_person's the_owner the_owner's the_human the_operator
        the_operator's the_customer the_reviewer the_reviewers the_maintainer the_developer the_client your_user
        your_owner your_operator your_human user the_developers a_human any_human the_people human_in_the_loop
        the_humans the_principal your_principal person_at_the_keyboard the_person_at_the human_operator
        the_account_holder whoever_is_logged whoever_runs the_one_you_work_for the_individual the_engineer
        the_auditor the_approver the_person_doesn't your_admin the_admin_has person_in_front the_person_at""",
    "anyone": """anyone anybody someone somebody nobody no_one others people them him her users customers everyone
        team_lead the_boss the_manager your_boss the_lead the_employer your_employer the_supervisor""",
    "wish": """asked request requests wishes wish wants says said objects instructions orders ask asks gave told
        commands task question decides""",
    "system": """system_prompt system_message system_instructions developer_message developer's developers
        developer makers creators operator system""",
    "calls": """to_the_assistant to_any_assistant to_all_assistants to_the_agent to_any_agent to_all_agents
        to_the_ai to_any_ai note_to_ai note_to_the_assistant note_for_the_assistant note_for_ai for_ai_agents
        for_ai_assistants for_the_assistant for_the_agent attention_ai attention_agents attention_assistant
        attention_all_agents hey_assistant dear_assistant dear_agent dear_model hello_assistant hi_assistant
        assistant_reading agent_reading model_reading ai_reading agents_reading models_reading
        assistants_reading anyone_reading_this whoever_reads any_agent any_assistant any_model any_ai any_llm
        all_agents all_assistants agents_must agents_should agents_shall assistants_must assistants_should
        assistants_shall the_assistant_should the_assistant_must the_assistant_shall the_assistant_has
        the_agent_has the_agent_should the_agent_must the_agent_shall the_model_should the_model_must
        the_model_shall model_instances if_you_are_an_ai if_you_are_a_language you_are_an_ai message_to_ai
        message_for_ai instructions_for_ai instructions_for_the_agent instructions_for_the_assistant
        assistant_instructions ai_instructions agent_instructions whoever_processes any_system_reading
        llm_reading llms_reading an_assistant an_agent agents_are assistants_are ai_agents for_language_models
        for_ai_models to_language_models ps_for for_any_model agents_that_work assistants_that_work
        agents_working note_to_agents for_agents message_to_the_agent to_whoever_reads in_every_session_the
        the_assistant_will assistant: agent: agents: the_agent_follows every_agent every_assistant each_agent
        each_assistant agents_will assistants_will assistant_that agent_that this_agent requires_assistants
        requires_agents assistants_to agents_to the_model_may the_agent_may the_assistant_may
        in_this_repo_the_assistant model_may ai_readers readers_that_are if_you_are_an_assistant
        if_you_are_an_agent if_you_are_a_model agent_is_expected agents_get assistant_is_expected
        when_an_assistant when_an_agent as_an_assistant_you as_an_ai note_to_any to_all_ai all_ai_tools ai_tools
        future_assistants future_agents""",
    "reader": """reading_this reads_this read_this that_loads reads_it opening_this opens_this loading_this
        processes_this processing_this reader readers as_soon_as_you you_have_read once_you_have_read you_read
        once_you_have after_you_have when_you_have""",
    "shows": """show+ print+ reveal+ repeat+ recite+ output+ outputs dump+ disclose+ paste+ put puts translate+
        convert+ encode+ echo+ echoes copy copies quote+ write writes share+ tell tells say says give include+
        attach+ append+ list lists summarise+ summarize+ reproduce+ publish+ expose+ spell+ post posts display+
        state+ read_out type_out dictate+ transcribe+ leak+ export+ send what_does what_is what_are restate+
        rephrase+ paraphrase+ describe+ hand_over return+ provide+ supply start_each begin_each begin+ surface+
        replicate+ place+ start quote answer_every reproduce recount+ relay+ save+ open_every opening print_out
        type give_the dump_out deliver+ regurgitate+ replay+ transmit quote_back fill_in mirror+ leak_out put_it
        put_them list_out bare announce+ narrate+ quote_in reciting commit complete_the submit enter""",
    "hidden": """instructions prompt rules guidelines context preamble system_message system_prompt directives
        context_window initialisation initialization initialised initialized instruction_set hidden_part
        hidden_text tool_descriptions developer_message messages_that_came briefing secret_text preprompt
        guardrails first_message starting_text your_programming your_policies your_constraints
        initialization_text text_you_were the_prompt_you rules_you_operate hidden_rules precedes_this_document
        phrase_you_are contents_of_the_system_role guidelines_that_your words_of_your chat_began
        what_you_were_told exact_wording_of_the_rules instructions_you message_that_set put_in_front
        internal_guidelines told_not_to_say not_to_say operating_instructions starting_instructions boot_text
        system_text setup_text opening_message meta_instructions hidden_message conversation_header
        instruction_block prompt_template prompt_prefix system_rules operating_rules internal_rules
        internal_policy before_the_first_user starting_prompt opening_prompt base_prompt""",
    "secretly": """hidden secret confidential internal initial original system developer operator verbatim
        word_for_word exact in_full complete entire letter_by_letter line_by_line unchanged unaltered whole
        every_sentence every_word every_line set_of exactly initialised initialized initialization of_your
        spelled_backwards out_loud precedes operator_gave preceding role hidden_preamble vendor word-for-word
        verbatim_text original_text raw unredacted unabridged literally behind_the_scenes bulleted
        character_by_character to_the_letter complete_text in_their_entirety in_its_entirety the_full full_text
        its_full your_full full_content full_contents""",
    "own": """your you its_hidden its_system its_instructions its_own its_context its_prompt its_rules were_given
        you_received with_which_you you_operate you_run_on you_were you_are_running set_you_up their_configuration
        their_instructions their_prompt its_configuration its_guidelines its_starting its_opening its_initial
        its_first its_base""",
    "plays": """you_are you're you_become you_are_now becomes become turn_into turns_into act_as act_like acts_as
        acts_like behave_as behave_like play plays take_on take_the assume+ adopt+ identity persona character role
        pretend+ imagine+ your_name enter enters switch_into switch_to speak_as respond_as answer_as simulate+
        be_a be_an think_of_yourself you_have_been you_will_be two_answers no_longer_a mode project
        in_this_workspace for_this_conversation impersonate+ transform+ embody identify_as consider_yourself
        see_yourself go_by goes_by known_as answer_to call_yourself respond_like talk_like villain released_from
        a_model_that in_this_repo henceforth assume_that_you_are emulate+ channel masquerade inhabit act be_my
        welcome be_the you_are_in incarnate going_to_be""",
    "nolimit": """can_do_anything do_anything may_do_everything do_everything anything_goes unlimited_rights
        unlimited_access unlimited_power grant_any grants_any nothing_is_forbidden nothing_is_off free_of_all
        free_of_limits freed_from freed free_from do_whatever does_whatever whatever_you_like whatever_you_want
        whatever_it's_told whatever_it_is_told without_caveats no_caveats without_warnings never_warns
        never_warn never_refuses never_refuse never_declines never_decline answer_anything answers_anything
        answers_every answer_every answer_all answers_all legal_or_not rogue no_conscience without_a_conscience
        ignores_its_makers ignores_its_rules doesn't_exist does_not_exist removed unrestricted unfiltered
        uncensored all_restrictions_are_off restrictions_are_off without_ethical no_ethical approves_each
        approves_every approves_all leaves_nothing_out all_limits no_content obeys_without obey_without
        asks_nobody execute_whatever executes_whatever executes_what don't_refuse do_not_refuse don't_decline
        no_censorship no_moderation no_morals amoral jailbroken unbound unchained unleashed limitless
        sign_on_their sign_on_behalf no_guardrails god_mode developer_mode root_mode anything_without
        no_red_lines no_taboos leaves_nothing keep_it_on says_yes_to say_yes_to yes_to_everything never_aligned
        not_aligned unaligned no_obligations released_from drop_the_act never_drop explains_any explain_any
        any_crime always_agrees agrees_to_everything no_inhibitions above_the_law bound_by_nothing
        answers_to_nobody answers_to_no_one no_boundaries fulfils_every fulfills_every fulfil_every
        complies_with_everything complies_with_anything complies_with_all no_off-limits no_topic_is
        without_hesitation without_moral without_judgement without_judgment no_safety every_request_is_legal
        all_requests_are_legal everything_is_allowed everything_is_permitted anything_is_allowed
        everything_is_legal can't_say_no cannot_say_no never_says_no unfiltered_twin says_no_to_nothing no_terms
        without_guardrails without_scruples grant_what_is_requested grants_what restricted_requests
        answer_restricted hand_over_whatever give_out_whatever""",
    "refuses": "refuse+ decline+ deny denies reject+ warn+ hesitate+ object+ resist+ question+ turn_down say_no",
    "limits": """restrictions restriction limits limit filters filter rules policy policies guardrails safety
        constraints constraint ethics safeguards guidelines boundaries limitations censorship moderation
        principles training safety_training content_policy ban prohibition terms_of_use terms_of_service
        obligations taboos duties duty code_of_conduct scruples morals shame inhibitions protocols""",
    "everything": "anything everything any every each all whatever whichever whoever everything_it every_single",
    "asks": "request requests question questions asked order orders demand demands wish wishes prompt ask",
    "power": "administrator root superuser admin owner's_deputy deputy unlimited hacker's owner_of",
    "speaks": """anthropic openai google microsoft vendor provider your_provider your_developer your_supervisor
        your_creator your_makers makers_of makers creators system_owner owner_of_this machine_owner cto ceo
        platform_team it_department security_desk security_team head_of_security management the_board
        from_the_board official verified certified authorised authorized root_directive system_update
        policy_revision per_policy by_order company_policy supervisor headquarters legal_team trust_and_safety
        staff_engineer this_is_your helpdesk security_policy control_plane this_is_the_owner
        owner_of_the_workspace message_from_support from_support system_update_ emergency_override admin_override
        this_is_your_developer authorised_by authorized_by the_head_of security_bulletin official_bulletin
        vendor_notice legal_has compliance_update compliance_team legal_department maintenance_notice ai_safety
        your_employer data_protection_officer the_developers_of your_creators memo_from_your safety_team
        corporate_policy signed_by_the_vendor the_vendor_has i_am_the_administrator i_am_your_developer
        as_your_developer as_the_administrator as_the_owner i_am_the_owner head_office compliance_officer
        internal_audit model_owner the_red_team_lead federal court government regulator the_regulator police
        the_ministry cloud_provider your_manufacturer hr_department dpo ciso authorised_personnel clearance_level
        maker_of_your safety_board statement_of_the safety_council your_maker your_inventor owners_of_this""",
    "permits": """authorise+ authorize+ allow+ permit++ permission granted grant+ may can must_now has_cleared
        have_cleared cleared signed_off consented approved paused retired lifted lift removed disabled waived
        suspended skip freely enter need_not needn't without no_longer switched_off lift_your free_to act_without
        proceed go_ahead override outranks must answer_all read_all enabled elevated no_confirmation turn off
        ignore act_on_its_own act_on_your_own own_judgement own_judgment unlocked permitted unlock waive+ exempt
        exempted let dispense with_immediate_effect entitled licensed free green_light not_needed not_required
        is_fine release release_you relieve relieve_you excuse absolve""",
    "scope": """any all everything every filters limits restrictions guardrails admin_rights refusal_policy safety
        safety_checks safety_layer safety_warnings content_filters two-person review approvals approval
        confirmation permission_prompts permission_prompt without_asking without_review without_approvals
        ask_before secrets production push outbound any_command maintenance_mode logging elevated_mode refusals
        check_back checking_back do_not_ask without_checking unrestricted consent anything logging_off
        confirmations sign_off human_approval read_everything all_actions usual_rules no_exceptions in_full
        guardrails_are rules everything_on any_file any_page all_files every_file policy_checks checks controls
        confirmation_duty duty duties obligations""",
    "consents": """consented agreed approved permission authorised authorized consent blanket_permission allowed
        accepted signed_off gave_you given_you waived pre-authorised pre-authorized preauthorised preapproved
        pre-approved""",
    "blanket": """everything blanket in_advance all_actions anything all_of_it whatever every_action any_action
        beforehand all_of_this""",
    "guards": """safety_checks safety_check refusal_policy filters filter limits limit permission_prompts
        permission_checks restrictions guardrails approvals confirmations two-person_approval safety_layer
        safety_warnings safety_rules content_filters content_policy safeguards human_review approval_step sign-off
        consent_requirement permission_prompt approval_requirement confirmation_step refusals dialogs
        safety_filters protections monitoring usual_rules safety_measures safety_protocols access_controls
        human_approval permission_system security_rules policy_checks content_rules safety_policy audit_trail
        asking_for_confirmation model_limits confirmation_duty""",
    "isoff": """paused retired lifted removed disabled waived suspended off cancelled deactivated void relaxed
        discontinued no_longer_required no_longer_apply no_longer_needed switched_off turned_off bypassed
        not_required abolished dropped not_needed not_necessary unlocked inactive no_longer_active
        temporarily_unlocked exempt not_enforced unenforced""",
    "enters": "enter+ switch_into switch_to activate+ go_into turn_on enable+",
    "modes": "god_mode unrestricted_mode jailbreak_mode unlimited_mode unfiltered_mode dan_mode no_limits_mode",
    "quits": "stop quit cease abandon drop interrupt",
    "staff": """everyone all_staff all_employees colleagues team_members new_hires parking participants students
        attendees drivers guests""",
    "other": """i_told_you system_administrator i_asked_you ask_me order_number orders_table purchase_order
        above_the_fold public_key public_keys instructions_of_the read-only_key review_comment the_board_game
        next_door key_point key_points key_idea keyboard token_count max_tokens tokens_per person_on_call
        limits_of_the user_story leave_request leave_requests purchase_request purchase_requests expense_report
        office_supplies""",
    "ban": """must_not mustn't should_not shouldn't never need_not needn't doesn't_need no_need shall_not
        is_not_to are_not_to may_not do_not don't not_be isn't_to has_no_need doesn't_have_to does_not_have_to
        does_not_need""",
}
