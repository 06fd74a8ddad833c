-- A notice is under the bell in any case, so what is left to choose is the email: who wanted none gets none. Whoever wanted a
-- topic in the weekly mail keeps that mail, and gets none at once.
delete from notice_choices where topic = 'profile' or topic = 'weekly' and choice <> 'never';
update notice_choices set choice = 'never' where choice in ('weekly', 'here');
alter table notice_choices drop constraint notice_choices_choice_check,
  add constraint notice_choices_choice_check check (choice in ('mail', 'daily', 'never'));

-- Emails about calls and answers are agreed to with one tick, which nobody has made who agreed to one of the two alone.
update mail_consents c set withdrawn_at = greatest(now(), agreed_at)
 where withdrawn_at is null
   and (way <> 'mail' or kind = 'deal_answers'
        or kind = 'deal_call' and not exists (select from mail_consents a
                                               where a.user_id = c.user_id and a.kind = 'deal_answers' and a.way = 'mail'
                                                 and a.withdrawn_at is null));
alter table mail_consents alter way set default 'mail',
  add constraint mail_consents_way_now_check check (way = 'mail' or withdrawn_at is not null),
  add constraint mail_consents_kind_now_check check (kind <> 'deal_answers' or withdrawn_at is not null);
