-- A review asks the client whether one version of a file may be used. Those of one file are its rounds.
create table review (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  history_id uuid not null,
  round int not null,
  -- The version, as it was when the review was asked for. Its row in `file` may be gone.
  file_id uuid not null,
  file_name text not null,
  version int not null,
  size bigint not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  message text,
  due_date date,
  needs_code boolean not null,
  created_at timestamptz(3) not null,
  state text not null default 'open' check (state in ('open', 'approved', 'changes_requested', 'withdrawn', 'replaced')),
  state_since timestamptz(3) not null,
  -- Of the decision.
  comment text,
  identified_by text check (identified_by in ('link', 'code')),
  decided_at timestamptz(3),
  constraint review_decision check ((state in ('approved', 'changes_requested')) = (decided_at is not null))
);
create unique index review_round on review (history_id, round desc);
create unique index review_open on review (history_id) where state = 'open';
create index review_of_project on review (project_id, id desc);

-- The code that was mailed last, until it is used.
create table review_code (
  review_id uuid primary key references review on delete cascade,
  hash bytea not null,
  tries_left int not null,
  expires_at timestamptz(3) not null
);

-- The newest review of this version as lists show it, so that they need not look for it.
alter table file add column review jsonb;

alter table project
  -- A review is open.
  add column review_waits boolean not null default false,
  -- The newest review of a file asks for changes.
  add column changes_wait boolean not null default false;

create function project_turn(
  is_completed boolean, passed_to text, review_waits boolean, changes_wait boolean, feedback_waits boolean,
  out turn text, out reason text
) language sql immutable parallel safe as $$
  select
    case
      when is_completed then null
      when passed_to is not null then passed_to
      when review_waits then 'client'
      when changes_wait or feedback_waits then 'freelancer'
    end,
    case
      when is_completed then null
      when passed_to is not null then 'passed'
      when review_waits then 'review'
      when changes_wait then 'changes'
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
  select * from project_turn(is_completed, new.passed_to, new.review_waits, new.changes_wait, new.feedback_waits)
    into new.turn, new.turn_reason;
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
create trigger project_turn_is_decided before update of status, passed_to, review_waits, changes_wait, feedback_waits on project
  for each row when (
    old.passed_to is distinct from new.passed_to or old.review_waits <> new.review_waits
    or old.changes_wait <> new.changes_wait or old.feedback_waits <> new.feedback_waits
    or (old.status = 'Completed') <> (new.status = 'Completed')
  ) execute function decide_turn();
drop function project_turn(boolean, text, boolean);

-- Changes of a file whose versions are all deleted wait no longer. The caller has locked the project.
create function count_waiting_reviews(of_project uuid, at timestamptz) returns void language sql as $$
  update project p set review_waits = waiting.review, changes_wait = waiting.changes, turn_decided_at = at
  from (
    select coalesce(bool_or(r.state = 'open'), false) as review, coalesce(bool_or(r.state = 'changes_requested'
      and not exists (select from review newer where newer.history_id = r.history_id and newer.round > r.round)
      and exists (select from file f where f.history_id = r.history_id and f.state = 'stored')), false) as changes
    from review r where r.project_id = of_project
  ) as waiting
  where p.id = of_project and (p.review_waits, p.changes_wait) is distinct from (waiting.review, waiting.changes)
$$;

create function show_review() returns trigger language plpgsql as $$
begin
  update file set review = jsonb_build_object('id', new.id, 'round', new.round, 'state', new.state, 'dueDate', new.due_date)
    where id = new.file_id
      and not exists (select from review newer where newer.file_id = new.file_id and newer.history_id = new.history_id and newer.round > new.round);
  perform count_waiting_reviews(new.project_id, new.state_since);
  return null;
end $$;
create trigger review_is_shown after insert or update of state on review for each row execute function show_review();

-- A version that is no longer the newest cannot be decided on, and one in the bin cannot be seen. Whoever writes versions has
-- locked the project.
create function close_outdated_review() returns trigger language plpgsql as $$
begin
  if exists (select from review where history_id = new.history_id) then
    update review r set state_since = now(), state = case
        when exists (select from file f where f.id = r.file_id and f.state = 'stored') then 'replaced' else 'withdrawn' end
      where r.history_id = new.history_id and r.state = 'open'
        and not exists (select from file f where f.id = r.file_id and f.state = 'stored' and f.is_newest);
    perform count_waiting_reviews(new.project_id, now());
  end if;
  return null;
end $$;
create trigger version_closes_review after insert on file
  for each row when (new.state = 'stored' and new.version_of is not null) execute function close_outdated_review();
create trigger version_changes_reviews after update of state on file
  for each row when (old.state <> new.state and new.state in ('stored', 'binned')) execute function close_outdated_review();

-- The lasting record of an approval, or of one that was taken back. Each project has a chain of them.
create table receipt (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  review_id uuid not null,
  number int not null,
  -- With its hash, as it was given out.
  receipt jsonb not null
);
create unique index receipt_number on receipt (project_id, number desc);
create index receipt_of_project on receipt (project_id, id desc);
create index receipt_of_review on receipt (review_id);

create function keep_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from project where id = old.project_id) then
    return old;
  end if;
  raise exception 'a receipt is never changed, and goes only with its project';
end $$;
create trigger receipt_is_kept before update or delete on receipt for each row execute function keep_receipt();
