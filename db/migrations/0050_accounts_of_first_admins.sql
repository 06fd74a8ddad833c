-- The account that an address of ADMIN_EMAILS is for. It stays so as the account changes its address.
alter table admin_emails add column user_id uuid references auth.users (id) on delete set null;
create index admin_emails_user_id_idx on admin_emails (user_id);
update admin_emails e set user_id = u.id from auth.users u where u.email = e.email and u.email_changed_at is null;
