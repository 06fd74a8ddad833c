-- The directory has the tier of those alone who want it shown.
alter table member_profiles add column shows_tier boolean not null default false;
grant update (shows_tier) on member_profiles to club_member;

create view shown_tiers with (security_barrier) as
  select p.id as profile_id, coalesce(t.tier, 'trial') as tier
    from member_profiles p
    left join current_tiers t on t.person_id = p.user_id
   where p.shows_tier and p.is_listed and (select is_member());
grant select on shown_tiers to club_member;

-- When its owner was told that it ends, and that it has ended.
alter table memberships
  add column end_announced_at timestamptz(3),
  add column end_told_at timestamptz(3);
create index memberships_until_date_idx on memberships (until_date) where end_told_at is null;
