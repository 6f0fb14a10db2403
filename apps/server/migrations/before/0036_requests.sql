-- A request is one thing that the freelancer needs from the client on a project: a file or a text.
create table request (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  -- Those of the project.
  freelancer_id uuid not null,
  client_id uuid not null,
  -- Counts 1, 2, 3 … without gaps, in the freelancer's order.
  position int not null,
  title text not null,
  details text,
  kind text not null check (kind in ('file', 'text')),
  due_date date,
  state text not null default 'open' check (state in ('open', 'answered', 'accepted')),
  state_since timestamptz(3) not null,
  -- It was answered, and the freelancer opened it again.
  sent_back boolean not null default false,
  reason text,
  created_at timestamptz(3) not null,
  -- The day of the next email that reminds of it, in the client's time zone; null when none is to come.
  remind_on date,
  reminded_at timestamptz(3),
  constraint request_position unique (project_id, position) deferrable initially immediate,
  constraint request_sent_back check (state = 'open' or not sent_back),
  constraint request_reason check (sent_back or reason is null),
  constraint request_remind_on check (state = 'open' or remind_on is null)
);
create index request_of_freelancer on request (freelancer_id, id desc);
create index request_of_client on request (client_id, id desc);
create index request_remind_on on request (remind_on) where remind_on is not null;

-- Answers to a request besides files. The client has one answer, which they may change; each guest adds one of their
-- own.
create table request_answer (
  id uuid primary key,
  request_id uuid not null references request on delete cascade,
  author_type text not null check (author_type in ('Client', 'Guest')),
  -- Of a guest, with who asked them.
  author_name text,
  text text,
  unable text check (unable in ('missing', 'unneeded')),
  comment text,
  answered_at timestamptz(3) not null,
  constraint request_answer_author check ((author_type = 'Guest') = (author_name is not null)),
  constraint request_answer_contents check ((text is null) <> (unable is null) and (comment is null or unable is not null))
);
create index request_answer_list on request_answer (request_id, id);
create unique index request_answer_of_client on request_answer (request_id) where author_type = 'Client';

-- Which request a file answers. Its versions answer the same. The file stays when the request goes.
alter table file add column request_id uuid references request on delete set null;
create index file_of_request on file (request_id) where request_id is not null;

alter table project
  -- How many requests wait for the client, and how many for the freelancer.
  add column open_requests int not null default 0,
  add column answered_requests int not null default 0,
  -- The client gets emails that remind of open requests.
  add column reminders_on boolean not null default true;

create function project_turn(
  is_completed boolean, passed_to text, review_waits boolean, requests_wait boolean, changes_wait boolean, answers_wait boolean,
  feedback_waits boolean, out turn text, out reason text
) language sql immutable parallel safe as $$
  select
    case
      when is_completed then null
      when passed_to is not null then passed_to
      when review_waits or requests_wait then 'client'
      when changes_wait or answers_wait or feedback_waits then 'freelancer'
    end,
    case
      when is_completed then null
      when passed_to is not null then 'passed'
      when review_waits then 'review'
      when requests_wait then 'requests'
      when changes_wait then 'changes'
      when answers_wait then 'answers'
      when feedback_waits then 'feedback'
    end
$$;

create or replace function decide_turn() returns trigger language plpgsql as $$
declare
  was_completed constant boolean := old.status = 'Completed';
  is_completed constant boolean := new.status = 'Completed';
  days constant int := greatest(0, (new.turn_decided_at at time zone new.time_zone)::date
    - (coalesce(old.turn_since, old.created_at) at time zone new.time_zone)::date);
begin
  select * from project_turn(is_completed, new.passed_to, new.review_waits, new.open_requests > 0, new.changes_wait,
    new.answered_requests > 0, new.feedback_waits) into new.turn, new.turn_reason;
  if new.turn is not distinct from old.turn and is_completed = was_completed then
    return new;
  end if;
  new.turn_since := new.turn_decided_at;
  if old.turn = 'freelancer' then
    new.freelancer_days := old.freelancer_days + days;
    new.freelancer_turns := old.freelancer_turns + 1;
  elsif old.turn = 'client' then
    new.client_days := old.client_days + days;
    new.client_turns := old.client_turns + 1;
  elsif not was_completed then
    new.nobody_days := old.nobody_days + days;
  end if;
  return new;
end $$;
drop trigger project_turn_is_decided on project;
create trigger project_turn_is_decided
  before update of status, passed_to, review_waits, changes_wait, feedback_waits, open_requests, answered_requests on project
  for each row when (
    old.passed_to is distinct from new.passed_to or old.review_waits <> new.review_waits
    or old.changes_wait <> new.changes_wait or old.feedback_waits <> new.feedback_waits
    or (old.open_requests > 0) <> (new.open_requests > 0) or (old.answered_requests > 0) <> (new.answered_requests > 0)
    or (old.status = 'Completed') <> (new.status = 'Completed')
  ) execute function decide_turn();
drop function project_turn(boolean, text, boolean, boolean, boolean);

-- The caller has locked the project.
create function count_waiting_requests(of_project uuid, at timestamptz) returns void language sql as $$
  update project p set open_requests = waiting.open, answered_requests = waiting.answered, turn_decided_at = at
  from (
    select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'answered') as answered
    from request where project_id = of_project
  ) as waiting
  where p.id = of_project and (p.open_requests, p.answered_requests) is distinct from (waiting.open, waiting.answered)
$$;

create function count_added_requests() returns trigger language plpgsql as $$
begin
  perform count_waiting_requests(project_id, max(created_at)) from added group by project_id;
  return null;
end $$;
create trigger requests_are_counted after insert on request referencing new table as added
  for each statement execute function count_added_requests();

create function count_changed_request() returns trigger language plpgsql as $$
begin
  perform count_waiting_requests(new.project_id, new.state_since);
  return null;
end $$;
create trigger request_is_counted after update of state on request for each row when (old.state <> new.state)
  execute function count_changed_request();

-- The client is reminded on day 3, 7 and 14. The job that reminds them moves the day on.
create function begin_reminders() returns trigger language plpgsql as $$
begin
  new.remind_on := case when new.state = 'open' then (new.state_since at time zone (
    select coalesce(c.time_zone, f.time_zone) from client c join freelancer f on f.id = c.freelancer_id where c.id = new.client_id
  ))::date + 3 end;
  return new;
end $$;
create trigger request_begins_reminders before insert on request for each row execute function begin_reminders();
create trigger request_changes_reminders before update of state on request for each row when (old.state <> new.state)
  execute function begin_reminders();

-- A request whose only answer was deleted is open again; when the file comes back from the bin, it is answered as before.
-- Whoever deletes or restores files has locked the project.
create function recount_answers() returns trigger language plpgsql as $$
begin
  if new.state = 'stored' then
    update request set state = 'answered', state_since = now()
      where id = new.request_id and state = 'open' and not sent_back;
  else
    update request r set state = 'open', state_since = now() where id = new.request_id and state = 'answered'
      and not exists (select from request_answer where request_id = r.id)
      and not exists (select from file f where f.request_id = r.id and f.state = 'stored');
  end if;
  return null;
end $$;
create trigger file_answers_request after update of state on file
  for each row when (new.request_id is not null and (
    old.state = 'stored' and new.state = 'binned' or old.state = 'binned' and new.state = 'stored'
  )) execute function recount_answers();

-- As in 0027. Besides, nobody is notified of a reminder: the client has the email.
create or replace function number_event() returns trigger language plpgsql as $$
declare
  last record;
  is_nudge constant boolean := new.kind = 'turn_passed' and (new.subject->>'isNudge')::boolean;
  is_reminder constant boolean := new.kind = 'request_reminded';
  -- Nobody is emailed about a changed title or description. A nudge does not wait.
  due constant timestamptz := case
    when is_nudge then new.created_at
    when new.kind <> 'project_changed' then new.created_at + interval '5 minutes' end;
  push_at constant timestamptz := case when due is not null then new.created_at + interval '10 seconds' end;
begin
  new.scope_id := coalesce(new.project_id, new.client_id);
  new.for_freelancer := new.actor_type <> 'freelancer' and not is_reminder;
  new.for_client := new.actor_type <> 'client' and new.project_id is not null and not is_reminder;
  select number, freelancer_news, client_news into last
    from event where scope_id = new.scope_id order by number desc limit 1;
  new.number := coalesce(last.number, 0) + 1;
  new.freelancer_news := coalesce(last.freelancer_news, 0) + new.for_freelancer::int;
  new.client_news := coalesce(last.client_news, 0) + new.for_client::int;
  if new.for_freelancer then
    insert into unread (scope_id, reader, person_id, read_news, mailed_news, mail_due, push_due)
      select new.scope_id, 'freelancer', id, new.freelancer_news - 1, new.freelancer_news - 1, due,
          case when push then push_at end
        from freelancer where id = new.freelancer_id
      on conflict (scope_id, reader) do update
        set mail_due = case when is_nudge then excluded.mail_due else coalesce(unread.mail_due, excluded.mail_due) end,
          push_due = coalesce(unread.push_due, case when excluded.push_due is not null
            then greatest(excluded.push_due, unread.pushed_at + interval '1 minute') end)
        where is_nudge or unread.mail_due is null and excluded.mail_due is not null
          or unread.push_due is null and excluded.push_due is not null;
  end if;
  if new.for_client then
    insert into unread (scope_id, reader, person_id, read_news, mailed_news, mail_due, push_due)
      select new.scope_id, 'client', id, new.client_news - 1, new.client_news - 1, due,
          case when push then push_at end
        from client where id = new.client_id
      on conflict (scope_id, reader) do update
        set mail_due = case when is_nudge then excluded.mail_due else coalesce(unread.mail_due, excluded.mail_due) end,
          push_due = coalesce(unread.push_due, case when excluded.push_due is not null
            then greatest(excluded.push_due, unread.pushed_at + interval '1 minute') end)
        where is_nudge or unread.mail_due is null and excluded.mail_due is not null
          or unread.push_due is null and excluded.push_due is not null;
  end if;
  return new;
end $$;
