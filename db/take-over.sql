-- This runs once, in a database of the last version without releases.

drop index auth.users_search_idx, member_profiles_name_idx, member_profile_submissions_name_idx, pending_members_name_idx;
create index users_search_idx on auth.users
  using gin (folded(name) extensions.gin_trgm_ops, short_grams(folded(name)), email extensions.gin_trgm_ops, short_grams(email));
create index member_profiles_name_idx on member_profiles
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));
create index member_profile_submissions_name_idx on member_profile_submissions
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));
create index pending_members_name_idx on pending_members
  using gin (folded(full_name) extensions.gin_trgm_ops, short_grams(folded(full_name)));

create table calendar_domains (
  id uuid primary key default app_uuid_v7(),
  domain text not null check (domain <> ''),
  created_at timestamptz(3) not null default now()
);
create unique index calendar_domains_only_idx on calendar_domains ((true));

-- Convertible notes that were offered before stay readable.
alter table deal_terms add constraint deal_terms_instrument_is_shares check (instrument <> 'convertible_note') not valid;
alter table introductions add column is_unheard boolean not null default false;
alter table deal_documents add column damaged_pages integer[] not null default '{}'
  check (array_position(damaged_pages, null) is null and (damaged_pages = '{}' or state = 'ready'));
alter table papers add column drawing integer check (drawing > 0);
create index papers_drawing_idx on papers (deal_id, drawing)
  where removed_at is null and kind in ('ledger', 'success_fee_invoice', 'beneficial_certificate', 'signed_commitment');
alter table notices add column text text check (btrim(text) <> '' and length(text) <= 1000);

-- Rights

alter table calendar_domains enable row level security;
alter policy "people see their own introductions, admins reported ones" on introductions
  using ((select app_user_id()) = asker_id or ((select app_user_id()) = asked_id and not is_unheard)
         or ((select is_admin()) and exists (select from introduction_reports r where r.introduction_id = introductions.id)));
revoke select on introductions from club_member;
grant select (id, asker_id, asked_id, message, state, asked_at, expires_at, ended_at) on introductions to club_member;
drop policy "investors see approved versions of deals that are shown, admins all" on deal_versions;
create policy "investors see approved versions of deals that are shown, buyers theirs, admins all" on deal_versions
  for select to club_member
  using ((select is_admin())
         or (approved_at is not null and (((select is_investor()) and is_deal_shown(deal_id)) or has_bought(deal_id))));
alter policy "people see what they asked, admins all" on deal_questions
  using ((select is_admin()) or (owns_record(record_id) and ((select is_investor()) or has_bought(deal_id))));
grant update (name, mapping) on bank_mappings to club_member;
create policy "admins correct mappings" on bank_mappings for update to club_member
  using ((select is_admin())) with check ((select is_admin()));
