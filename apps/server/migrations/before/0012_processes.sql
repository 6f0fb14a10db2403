-- The server processes that run on this database (platform/process/registration.ts). Commands and tests have no row.
create table process (
  id uuid primary key,
  -- On the machine of the process this shows whether it still runs.
  mark text not null,
  -- Shown to people when a start is refused.
  host text not null,
  pid integer not null,
  -- Which Redis and which storage it uses, without secrets. Null: none.
  redis text,
  storage text not null,
  -- Equal for two processes only when they have the same APP_SECRET.
  secret_check text not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  seen_at timestamptz(3) not null default clock_timestamp()
);
