-- What happened on a project, or to a client. Written once by the statement that makes the change, and never changed.
create table event (
  id uuid primary key,
  freelancer_id uuid not null,
  client_id uuid not null,
  project_id uuid,
  actor_type text not null check (actor_type in ('freelancer', 'client', 'guest', 'system')),
  -- The names as they were then.
  actor_name text not null,
  subject jsonb not null,
  kind text not null,
  -- Counts 1, 2, 3 … per project, or per client where there is no project.
  number int not null,
  -- For each side that is notified: how many notifications from there they have had, with this one. Null for who is not.
  freelancer_news int,
  client_news int,
  created_at timestamptz(3) not null
);
create index event_of_project on event (project_id, id desc) where project_id is not null;
create index event_of_client on event (client_id) where project_id is null;
create index event_news_of_freelancer on event (freelancer_id, id desc) where freelancer_news is not null;
create index event_news_of_client on event (client_id, id desc) where client_news is not null;

-- How many events there are, of how many each side was notified, and how many of these they have read. The row is locked
-- while an event is recorded, so the numbers have neither gaps nor repeats.
alter table project
  add column last_event int not null default 0,
  add column freelancer_news int not null default 0,
  add column freelancer_read int not null default 0,
  add column client_news int not null default 0,
  add column client_read int not null default 0,
  add column freelancer_unread boolean generated always as (freelancer_news > freelancer_read) stored,
  add column client_unread boolean generated always as (client_news > client_read) stored;
create index project_unread_by_freelancer on project (freelancer_id) where freelancer_unread and not in_bin;
create index project_unread_by_client on project (client_id) where client_unread and not in_bin;

-- Of what happens to a client without a project, only the freelancer is notified.
alter table client
  add column last_event int not null default 0,
  add column freelancer_news int not null default 0,
  add column freelancer_read int not null default 0,
  add column freelancer_unread boolean generated always as (freelancer_news > freelancer_read) stored;
create index client_unread_by_freelancer on client (freelancer_id) where freelancer_unread;

-- Everybody is notified of what others do: of what happens to a client without a project, only the freelancer.
create function number_event() returns trigger language plpgsql as $$
declare
  notifies_freelancer constant boolean := new.actor_type <> 'freelancer';
  notifies_client constant boolean := new.actor_type <> 'client';
begin
  if new.project_id is null then
    update client set last_event = last_event + 1, freelancer_news = freelancer_news + notifies_freelancer::int
      where id = new.client_id
      returning last_event, case when notifies_freelancer then freelancer_news end
      into strict new.number, new.freelancer_news;
  else
    update project set last_event = last_event + 1,
        freelancer_news = freelancer_news + notifies_freelancer::int, client_news = client_news + notifies_client::int
      where id = new.project_id
      returning last_event, case when notifies_freelancer then freelancer_news end, case when notifies_client then client_news end
      into strict new.number, new.freelancer_news, new.client_news;
  end if;
  return new;
end $$;
create trigger event_is_numbered before insert on event for each row execute function number_event();

-- In place of foreign keys, which would look up the project and its people again for each event.
create function delete_events_of_project() returns trigger language plpgsql as $$
begin
  delete from event where project_id = old.id;
  return null;
end $$;
create trigger project_has_events after delete on project for each row execute function delete_events_of_project();

create function delete_events_of_client() returns trigger language plpgsql as $$
begin
  delete from event where client_id = old.id and project_id is null;
  return null;
end $$;
create trigger client_has_events after delete on client for each row execute function delete_events_of_client();
