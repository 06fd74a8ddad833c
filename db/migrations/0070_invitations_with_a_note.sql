-- An invitation may name the person, the tier they get once approved, and a sentence of who invites.
alter table invitations
  add column full_name text check (btrim(full_name) <> '' and length(full_name) <= 200),
  add column tier text check (tier in ('trial', 'premium', 'vip')),
  add column note text check (btrim(note) <> '' and length(note) <= 1000);
comment on table invitations is 'club; own: email created_at expires_at used_at full_name tier note; secret: code';

-- Rights

grant insert (full_name, tier, note) on invitations to club_member;
