create table freelancer (
  id uuid primary key,
  name text not null,
  email text not null,
  -- Company or title, as clients see it.
  company text,
  password_hash text not null,
  time_zone text not null default 'UTC',
  plan text not null default 'free' check (plan in ('free', 'starter', 'pro', 'enterprise')),
  subscription_status text not null default 'active',
  created_at timestamptz(3) not null default now()
);
create unique index freelancer_email on freelancer (lower(email));

create table client (
  id uuid primary key,
  freelancer_id uuid not null references freelancer on delete cascade,
  first_name text not null,
  last_name text not null,
  email text not null,
  company text,
  created_at timestamptz(3) not null default now(),
  unique (id, freelancer_id)
);
create unique index client_email on client (freelancer_id, lower(email));
create index client_list on client (freelancer_id, id desc);
create index client_by_email on client (lower(email));

create table login_link (
  token_hash bytea primary key,
  client_id uuid not null references client on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  last_opened_at timestamptz(3)
);
create index login_link_client on login_link (client_id);

create table project (
  id uuid primary key,
  freelancer_id uuid not null,
  client_id uuid not null,
  title text not null,
  description text not null,
  status text not null check (status in ('Pending', 'In Progress', 'Completed')),
  due_date date,
  created_at timestamptz(3) not null default now(),
  -- A project's client belongs to its freelancer. The database enforces it.
  foreign key (client_id, freelancer_id) references client (id, freelancer_id) on delete cascade
);
create index project_list on project (freelancer_id, id desc);
create index project_of_client on project (client_id, id desc);
create index project_deadline on project (freelancer_id, due_date, id) where status <> 'Completed';

-- A session lives as long as its row. When the row is deleted in any way (logout, a deleted client), its id is stored
-- until the token would have expired, and every process is notified.
create table session (
  id uuid primary key,
  freelancer_id uuid references freelancer on delete cascade,
  client_id uuid references client on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check (num_nonnulls(freelancer_id, client_id) = 1)
);
create index session_of_freelancer on session (freelancer_id) where freelancer_id is not null;
create index session_of_client on session (client_id) where client_id is not null;
create index session_expiry on session (expires_at);

create table ended_session (
  id uuid primary key,
  expires_at timestamptz(3) not null
);

create function end_session() returns trigger language plpgsql as $$
begin
  insert into ended_session (id, expires_at) values (old.id, old.expires_at) on conflict do nothing;
  perform pg_notify('session_ended', old.id::text);
  return old;
end $$;

create trigger session_ends after delete on session for each row execute function end_session();
