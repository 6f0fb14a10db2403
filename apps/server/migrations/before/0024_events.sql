-- What happened on a project, or to a client. Written once by the statement that makes the change, and never changed.
create table event (
  id uuid primary key,
  freelancer_id uuid not null,
  client_id uuid not null,
  project_id uuid,
  -- The project, or the client where there is none.
  scope_id uuid not null,
  kind text not null,
  actor_type text not null check (actor_type in ('freelancer', 'client', 'guest', 'system')),
  -- The names as they were then.
  actor_name text not null,
  subject jsonb not null,
  created_at timestamptz(3) not null,
  -- Counts 1, 2, 3 … in its scope: an id or a time can be committed out of order.
  number int not null,
  -- Who is notified, and how many notifications each side has had from this scope so far.
  for_freelancer boolean not null,
  for_client boolean not null,
  freelancer_news int not null,
  client_news int not null
);
create unique index event_number on event (scope_id, number desc);
create index event_of_scope on event (scope_id, id desc);
create index event_for_freelancer on event (freelancer_id, id desc) where for_freelancer;
create index event_for_client on event (client_id, id desc) where for_client;

-- A row exists while somebody has unread notifications from a scope.
create table unread (
  scope_id uuid not null,
  reader text not null check (reader in ('freelancer', 'client')),
  person_id uuid not null,
  -- How many of the notifications from there they have read.
  read_news int not null,
  primary key (scope_id, reader)
);
create index unread_of_person on unread (person_id);

-- The caller has locked the scope, so the numbers have neither gaps nor repeats. Everybody is notified of what others do; of what
-- happens to a client without a project, only the freelancer.
create function number_event() returns trigger language plpgsql as $$
declare
  last record;
begin
  new.scope_id := coalesce(new.project_id, new.client_id);
  new.for_freelancer := new.actor_type <> 'freelancer';
  new.for_client := new.actor_type <> 'client' and new.project_id is not null;
  select number, freelancer_news, client_news into last
    from event where scope_id = new.scope_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.freelancer_news := coalesce(last.freelancer_news, 0) + new.for_freelancer::int;
  new.client_news := coalesce(last.client_news, 0) + new.for_client::int;
  if new.for_freelancer then
    insert into unread (scope_id, reader, person_id, read_news)
      values (new.scope_id, 'freelancer', new.freelancer_id, new.freelancer_news - 1) on conflict do nothing;
  end if;
  if new.for_client then
    insert into unread (scope_id, reader, person_id, read_news)
      values (new.scope_id, 'client', new.client_id, new.client_news - 1) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger event_is_numbered before insert on event for each row execute function number_event();

-- In place of foreign keys, which would look up the project and its people again for each event.
create function delete_events() returns trigger language plpgsql as $$
begin
  delete from event where scope_id = old.id;
  delete from unread where scope_id = old.id;
  return null;
end $$;
create trigger project_has_events after delete on project for each row execute function delete_events();
create trigger client_has_events after delete on client for each row execute function delete_events();
