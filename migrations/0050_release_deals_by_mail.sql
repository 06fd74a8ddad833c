-- Which mails that are not about themselves people have agreed to. Without a row that is not withdrawn there are none.
create table mail_consents (
  id uuid primary key default app_uuid_v7(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('deal_release')),
  agreed_at timestamptz(3) not null,
  withdrawn_at timestamptz(3) check (withdrawn_at >= agreed_at)
);
create unique index mail_consents_current_idx on mail_consents (user_id, kind) where withdrawn_at is null;
create index mail_consents_user_id_idx on mail_consents (user_id, agreed_at desc);
alter table mail_consents enable row level security;
grant select on mail_consents to club_member;
create policy "people see what they agreed to" on mail_consents for select to club_member
  using (user_id = (select app_user_id()));

-- Of the caller, or of the owner of a mail's link.
create function change_mail_consent(p_user_id uuid, p_kind text, p_agrees boolean) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if p_agrees then
    insert into public.mail_consents (user_id, kind, agreed_at) values (p_user_id, p_kind, public.app_now())
    on conflict (user_id, kind) where withdrawn_at is null do nothing;
  else
    update public.mail_consents set withdrawn_at = greatest(public.app_now(), agreed_at)
     where user_id = p_user_id and kind = p_kind and withdrawn_at is null;
  end if;
end
$$;
create function set_mail_consent(p_kind text, p_agrees boolean) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if not public.is_member() then raise insufficient_privilege; end if;
  perform public.change_mail_consent(public.app_user_id(), p_kind, p_agrees);
end
$$;
grant execute on function set_mail_consent(text, boolean) to club_member;

-- One round of mails that tells members of a deal.
create table deal_mailings (
  id uuid primary key default app_uuid_v7(),
  deal_id uuid not null references deals (id),
  created_at timestamptz(3) not null,
  started_by uuid references auth.users (id) on delete set null,
  state text not null default 'sending' check (state in ('sending', 'paused', 'stopped')),
  unique (deal_id)
);
create index deal_mailings_started_by_idx on deal_mailings (started_by);
alter table deal_mailings enable row level security;

create table deal_mails (
  id uuid primary key default app_uuid_v7(),
  mailing_id uuid not null references deal_mailings (id),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- waiting → queued → sending → sent. A mail that was being sent when its process ended is unknown and never sent again.
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'sending', 'sent', 'unknown', 'dropped', 'stopped')),
  -- Why it was dropped: no_consent, deal_not_open, or what the gate answered.
  reason text check ((state = 'dropped') = (reason is not null)),
  changed_at timestamptz(3) not null,
  unique (mailing_id, user_id)
);
create index deal_mails_user_id_idx on deal_mails (user_id);
create index deal_mails_waiting_idx on deal_mails (mailing_id, id) where state = 'waiting';
alter table deal_mails enable row level security;
grant select on deal_mails to club_member;
create policy "admins see who was mailed" on deal_mails for select to club_member using ((select is_admin()));

create view deal_mailing_list with (security_barrier) as
  select m.id, m.deal_id, m.state, m.created_at, p.full_name as started_by_name
    from deal_mailings m
    left join people p on p.id = m.started_by
   where (select is_admin());
grant select on deal_mailing_list to club_member;

-- Every approved member: open for whoever would be mailed, or why not. By the gate itself, person by person.
create function deal_mail_audience() returns table (user_id uuid, outcome text)
language sql stable security definer set search_path = pg_catalog as $$
  select r.user_id,
         case when gate.answer <> 'open' then gate.answer
              when not exists (select from public.mail_consents c
                                where c.user_id = r.user_id and c.kind = 'deal_release' and c.withdrawn_at is null)
              then 'no_consent' else 'open' end
    from public.user_roles r
    cross join lateral (select public.offer_gate(r.user_id, public.app_now()) as answer) gate
   where r.role = 'member' and r.status = 'approved'
$$;
create function count_deal_mail_audience() returns table (outcome text, people integer)
language plpgsql stable security definer set search_path = pg_catalog as $$
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  return query select a.outcome, count(*)::integer from public.deal_mail_audience() a group by a.outcome order by 1;
end
$$;
grant execute on function count_deal_mail_audience() to club_member;

-- Shows an approved deal to everybody whose gate is open, with a mail for each who is told. Answers released, deals_disabled,
-- closed, or null.
create function release_deal(p_deal_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  deal public.deals;
  mailing uuid;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into deal from public.deals where id = p_deal_id for update;
  if deal.id is null then return null; end if;
  if deal.state <> 'approved' then return 'closed'; end if;
  if (public.deal_settings() ->> 'is_enabled')::boolean is not true then return 'deals_disabled'; end if;
  perform public.move_deal(deal, 'released', null);
  insert into public.deal_mailings (deal_id, created_at, started_by)
  values (p_deal_id, public.app_now(), public.app_user_id())
  on conflict (deal_id) do nothing
  returning id into mailing;
  insert into public.deal_mails (mailing_id, user_id, changed_at)
  select mailing, a.user_id, public.app_now() from public.deal_mail_audience() a where a.outcome = 'open' and mailing is not null;
  return 'released';
end
$$;

grant execute on function release_deal(uuid) to club_member;

-- Paused ones go on; stopped ones never. Answers changed, closed, or null.
create function change_deal_mailing(p_deal_id uuid, p_to text) returns text
language plpgsql security definer set search_path = pg_catalog as $$
declare
  mailing public.deal_mailings;
begin
  if not public.is_admin() then raise insufficient_privilege; end if;
  select * into mailing from public.deal_mailings where deal_id = p_deal_id for update;
  if mailing.id is null then return null; end if;
  if mailing.state = 'stopped' or mailing.state = p_to then return 'closed'; end if;
  update public.deal_mailings set state = p_to where id = mailing.id;
  if p_to = 'stopped' then
    update public.deal_mails set state = 'stopped', changed_at = public.app_now()
     where mailing_id = mailing.id and state = 'waiting';
  end if;
  return 'changed';
end
$$;
grant execute on function change_deal_mailing(uuid, text) to club_member;

-- The gate at the moment of sending, with the delivery in the same transaction. Answers whether the mail may go.
create function claim_deal_mail(p_deal_mail_id uuid, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog as $$
declare
  mail public.deal_mails;
  mailing public.deal_mailings;
  version_id uuid;
  gate text;
  refusal text;
begin
  select * into mail from public.deal_mails where id = p_deal_mail_id for update;
  if mail.state = 'sending' then
    update public.deal_mails set state = 'unknown', changed_at = p_at where id = mail.id;
    return false;
  end if;
  if mail.state is distinct from 'queued' then return false; end if;
  select * into mailing from public.deal_mailings where id = mail.mailing_id for share;
  if mailing.state <> 'sending' then
    update public.deal_mails
       set state = case mailing.state when 'paused' then 'waiting' else 'stopped' end, changed_at = p_at where id = mail.id;
    return false;
  end if;
  select v.id into version_id
    from public.deal_versions v join public.deals d on d.id = v.deal_id
   where d.id = mailing.deal_id and d.state in ('released', 'closing') and v.approved_at is not null
   order by v.number desc limit 1;
  gate := public.offer_gate(mail.user_id, p_at);
  refusal := case
    when version_id is null then 'deal_not_open'
    when gate <> 'open' then gate
    when not exists (select from public.mail_consents c
                      where c.user_id = mail.user_id and c.kind = 'deal_release' and c.withdrawn_at is null) then 'no_consent' end;
  if refusal is not null then
    update public.deal_mails set state = 'dropped', reason = refusal, changed_at = p_at where id = mail.id;
    return false;
  end if;
  insert into public.deliveries (record_id, statement_id, signed_on, valid_through, channel, subject_id, deal_version_id, delivered_at)
  select s.record_id, s.id, s.signed_on, s.valid_through, 'mail', version_id, version_id, p_at
    from public.statements s where s.id = public.live_statement_of(mail.user_id, p_at)
  on conflict do nothing;
  update public.deal_mails set state = 'sending', changed_at = p_at where id = mail.id;
  return true;
end
$$;
