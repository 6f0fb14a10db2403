-- The session by which a freelancer reads what their client sees. It ends with the session of the freelancer that it belongs to.
alter table session
  add column previewed_by uuid references session on delete cascade,
  add constraint preview_is_of_client check (previewed_by is null or client_id is not null);
create index session_previewed_by on session (previewed_by) where previewed_by is not null;

-- The secret address of somebody's calendar feed. Each person has at most one.
create table calendar_feed (
  token_hash bytea primary key,
  freelancer_id uuid unique references freelancer on delete cascade,
  client_id uuid unique references client on delete cascade,
  created_at timestamptz(3) not null,
  check (num_nonnulls(freelancer_id, client_id) = 1)
);
