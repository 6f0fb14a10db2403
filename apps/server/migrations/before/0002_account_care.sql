-- One reset link an account: a newer one replaces the older.
create table password_reset (
  freelancer_id uuid primary key references freelancer on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz(3) not null
);

alter table session
  add column user_agent text,
  add column last_seen_at timestamptz(3) not null default now();

-- Outlives the sessions it was seen in.
alter table client add column last_seen_at timestamptz(3);
