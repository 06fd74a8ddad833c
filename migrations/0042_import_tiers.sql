-- The tier an imported person starts on when they register; without one they are on Trial.
alter table pending_members add column tier text check (tier in ('trial', 'premium', 'vip'));
grant insert (tier) on pending_members to club_member;
