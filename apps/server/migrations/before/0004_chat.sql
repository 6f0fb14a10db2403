-- The conversation of a client and their freelancer, with its state. Created with the client.
create table conversation (
  client_id uuid primary key,
  freelancer_id uuid not null,
  -- How many messages there are (they are numbered from 1, without a gap), and how many of them the client's.
  last_number int not null default 0,
  client_total int not null default 0,
  last_at timestamptz(3),
  -- Up to which number each side has seen it, and how many of the other's messages that were.
  client_seen int not null default 0,
  client_read int not null default 0,
  freelancer_seen int not null default 0,
  freelancer_read int not null default 0,
  -- Up to which number messages were emailed, and since when (or later) a message waits to be seen or emailed.
  client_mailed int not null default 0,
  client_waits_since timestamptz(3),
  freelancer_mailed int not null default 0,
  freelancer_waits_since timestamptz(3),
  foreign key (client_id, freelancer_id) references client (id, freelancer_id) on delete cascade
) with (fillfactor = 60);
create index conversation_of_freelancer on conversation (freelancer_id);
create index conversation_waits on conversation (least(client_waits_since, freelancer_waits_since))
  where client_waits_since is not null or freelancer_waits_since is not null;

-- Messages are stored only by a statement that holds the lock of their conversation, and a trigger deletes them with
-- it. A foreign key would look up that row again for each message, a sixth of the cost of storing one.
create table message (
  client_id uuid not null,
  id uuid not null unique,
  sender_id uuid not null,
  created_at timestamptz(3) not null,
  -- The position in the conversation, set by the statement that inserts the message.
  number int not null,
  -- How many of the messages up to this one are the client's.
  client_total int not null,
  by_client boolean not null,
  client_message_id text,
  content text not null,
  primary key (client_id, number)
);
-- A message that is sent again is stored once, for ever.
create unique index message_once on message (sender_id, client_message_id) where client_message_id is not null;

create function end_conversation() returns trigger language plpgsql as $$
begin
  delete from message where client_id = old.client_id;
  return null;
end $$;
create trigger conversation_ends after delete on conversation for each row execute function end_conversation();

create function start_conversation() returns trigger language plpgsql as $$
begin
  insert into conversation (client_id, freelancer_id) values (new.id, new.freelancer_id);
  return null;
end $$;
create trigger client_has_conversation after insert on client for each row execute function start_conversation();
insert into conversation (client_id, freelancer_id) select id, freelancer_id from client;

alter table client add column chat_mail boolean not null default true;
alter table freelancer add column chat_mail boolean not null default true;

-- Limits and live chat depend on the plan, so every process is notified of a change.
create function tell_of_plan() returns trigger language plpgsql as $$
begin
  perform pg_notify('plan_changed', new.id::text);
  return null;
end $$;
create trigger plan_changes after update of plan, subscription_status on freelancer
  for each row when (old.plan is distinct from new.plan or old.subscription_status is distinct from new.subscription_status)
  execute function tell_of_plan();
