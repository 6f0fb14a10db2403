-- What was created by calls with an id of the sender's, so that a repeated call finds it. Deleted after a week.
create table created_once (
  freelancer_id uuid references freelancer on delete cascade,
  client_id uuid references client on delete cascade,
  -- A hash of what is created, where, and the sender's id.
  key text not null,
  created_id uuid not null,
  created_at timestamptz not null,
  check (num_nonnulls(freelancer_id, client_id) = 1),
  unique nulls not distinct (freelancer_id, client_id, key)
);

create index created_once_client on created_once (client_id) where client_id is not null;
create index created_once_created_at on created_once (created_at);
