-- When somebody confirmed that it is still them who uses the session.
alter table auth.sessions add column confirmed_at timestamptz(3);
