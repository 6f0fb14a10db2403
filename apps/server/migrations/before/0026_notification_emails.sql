-- Emails about what somebody has not read.
alter table unread
  -- Up to which notification from there they were emailed, or wanted no email.
  add column mailed_news int not null default 0,
  -- When an email about the next ones is due. Null while nothing waits for one.
  add column mail_due timestamptz(3);
-- Nobody is emailed about what happened before.
update unread u set mailed_news = case u.reader when 'client' then e.client_news else e.freelancer_news end
  from (select distinct on (scope_id) * from event order by scope_id, number desc) as e
  where e.scope_id = u.scope_id;
alter table unread alter column mailed_news drop default;
create index unread_mail_due on unread (mail_due) where mail_due is not null;

alter table conversation rename column freelancer_waits_since to freelancer_mail_due;
alter table conversation rename column client_waits_since to client_mail_due;
update conversation
  set freelancer_mail_due = freelancer_mail_due + interval '5 minutes', client_mail_due = client_mail_due + interval '5 minutes'
  where freelancer_mail_due is not null or client_mail_due is not null;
drop index conversation_waits;
create index conversation_mail_due_to_freelancer on conversation (freelancer_mail_due) where freelancer_mail_due is not null;
create index conversation_mail_due_to_client on conversation (client_mail_due) where client_mail_due is not null;

alter table freelancer
  add column work_mail text not null default 'soon' check (work_mail in ('soon', 'daily', 'never')),
  add column message_mail text not null default 'soon' check (message_mail in ('soon', 'never')),
  add column push boolean not null default false,
  -- When the last email about what they have not read was queued or sent. Whoever changes it has the right to send the next one.
  add column notified_at timestamptz(3);
alter table client
  add column work_mail text not null default 'soon' check (work_mail in ('soon', 'daily', 'never')),
  add column message_mail text not null default 'soon' check (message_mail in ('soon', 'never')),
  add column push boolean not null default false,
  add column notified_at timestamptz(3),
  -- Of their browser. The freelancer's until it is known.
  add column time_zone text;
update freelancer set message_mail = 'never' where not chat_mail;
update client set message_mail = 'never' where not chat_mail;
alter table freelancer drop column chat_mail;
alter table client drop column chat_mail;

-- As in 0024. Besides, an email is due five minutes after an event, unless an earlier one waits for an email already; about a
-- nudge at once. The update locks the row even where it changes nothing, so that whoever marks it as mailed waits for this event.
create or replace function number_event() returns trigger language plpgsql as $$
declare
  last record;
  is_nudge constant boolean := new.kind = 'turn_passed' and (new.subject->>'isNudge')::boolean;
  -- Nobody is emailed about a changed title or description. A nudge does not wait.
  due constant timestamptz := case
    when is_nudge then new.created_at
    when new.kind <> 'project_changed' then new.created_at + interval '5 minutes' end;
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
    insert into unread (scope_id, reader, person_id, read_news, mailed_news, mail_due)
      values (new.scope_id, 'freelancer', new.freelancer_id, new.freelancer_news - 1, new.freelancer_news - 1, due)
      on conflict (scope_id, reader) do update set mail_due = excluded.mail_due
        where is_nudge or unread.mail_due is null and excluded.mail_due is not null;
  end if;
  if new.for_client then
    insert into unread (scope_id, reader, person_id, read_news, mailed_news, mail_due)
      values (new.scope_id, 'client', new.client_id, new.client_news - 1, new.client_news - 1, due)
      on conflict (scope_id, reader) do update set mail_due = excluded.mail_due
        where is_nudge or unread.mail_due is null and excluded.mail_due is not null;
  end if;
  return new;
end $$;

create or replace function archive_with_client() returns trigger language plpgsql as $$
begin
  if new.archived_at is not null then
    update project set archived_at = new.archived_at, archived_with_client = true
      where client_id = new.id and archived_at is null;
  else
    update project set archived_at = null, archived_with_client = false
      where client_id = new.id and archived_with_client;
  end if;
  -- Nobody is emailed about what was unread then.
  update unread set mail_due = null
    where scope_id in (select new.id union all select id from project where client_id = new.id) and mail_due is not null;
  update conversation
    set archived = new.archived_at is not null, client_mail_due = null, freelancer_mail_due = null
    where client_id = new.id;
  return null;
end $$;
