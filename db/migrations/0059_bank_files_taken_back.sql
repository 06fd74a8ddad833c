-- A file of another account is taken back with its lines, which count nowhere then, and can be imported again.
alter table bank_files add column taken_back_at timestamptz(3);
alter table bank_files drop constraint bank_files_deal_id_sha256_key;
create unique index bank_files_sha256_idx on bank_files (deal_id, sha256) where taken_back_at is null;
alter table bank_lines add column taken_back_at timestamptz(3);
alter table bank_lines drop constraint bank_lines_deal_id_line_key_key;
create unique index bank_lines_line_key_idx on bank_lines (deal_id, line_key) where taken_back_at is null;
