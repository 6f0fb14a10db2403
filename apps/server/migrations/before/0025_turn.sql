-- Whose turn it is on a project: whom it waits for, since when and why. Days are calendar days in the freelancer's time zone.
alter table project
  -- What decides it.
  add column passed_to text check (passed_to in ('freelancer', 'client')),
  -- The client has left feedback since the freelancer last did anything.
  add column feedback_waits boolean not null default false,

  -- What was decided, and when one of the columns above was last written.
  add column turn text check (turn in ('freelancer', 'client')),
  add column turn_reason text,
  add column turn_since timestamptz(3),
  add column turn_decided_at timestamptz(3),

  -- { to, by, message, at } of the last note with which the turn was passed, until the other side acts.
  add column turn_note jsonb,
  -- The last day on which somebody passed the turn to the side that had it already.
  add column nudged_on date,

  -- Of turns that are over. Days while it is completed or archived do not count.
  add column freelancer_days int not null default 0,
  add column freelancer_turns int not null default 0,
  add column client_days int not null default 0,
  add column client_turns int not null default 0,
  add column nobody_days int not null default 0,
  -- For how many days it had waited for the client when its due date was last set.
  add column due_date_client_days int not null default 0;

-- The only place that decides. The first condition that holds wins.
create function project_turn(is_completed boolean, passed_to text, feedback_waits boolean, out turn text, out reason text)
language sql immutable parallel safe as $$
  select
    case
      when is_completed then null
      when passed_to is not null then passed_to
      when feedback_waits then 'freelancer'
    end,
    case
      when is_completed then null
      when passed_to is not null then 'passed'
      when feedback_waits then 'feedback'
    end
$$;

-- An existing project is nobody's turn, unless the newest feedback on it has neither a reply nor a newer file of the freelancer's.
update project p set feedback_waits = true, turn = decided.turn, turn_reason = decided.reason, turn_since = f.created_at
from (select distinct on (project_id) * from feedback order by project_id, id desc) as f,
  project_turn(false, null, true) as decided
where p.id = f.project_id and f.client_id = p.client_id and p.status <> 'Completed'
  and not exists (select from feedback_reply r where r.feedback_id = f.id and r.author_type = 'Freelancer')
  and not exists (
    select from file where project_id = p.id and state = 'stored' and uploader_type = 'Freelancer' and created_at > f.created_at
  );

create index project_turn_list on project (freelancer_id, turn, turn_since, id desc) where turn is not null and archived_at is null and not in_bin;

-- Decides again when something changes that it depends on, and counts the days of the turn that is over.
create function decide_turn() returns trigger language plpgsql as $$
declare
  was_completed constant boolean := old.status = 'Completed';
  is_completed constant boolean := new.status = 'Completed';
  days constant int := greatest(0, (new.turn_decided_at at time zone new.time_zone)::date
    - (coalesce(old.turn_since, old.created_at) at time zone new.time_zone)::date);
begin
  select * from project_turn(is_completed, new.passed_to, new.feedback_waits) into new.turn, new.turn_reason;
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
create trigger project_turn_is_decided before update of status, passed_to, feedback_waits on project
  for each row when (
    old.passed_to is distinct from new.passed_to or old.feedback_waits <> new.feedback_waits
    or (old.status = 'Completed') <> (new.status = 'Completed')
  ) execute function decide_turn();

-- An archived project keeps its turn, which nobody sees. When it comes back, the turn begins later by the days in between.
create function delay_turn() returns trigger language plpgsql as $$
begin
  new.turn_since := coalesce(old.turn_since, old.created_at) + make_interval(days => greatest(0,
    (now() at time zone new.time_zone)::date - (old.archived_at at time zone new.time_zone)::date));
  return new;
end $$;
create trigger project_turn_is_delayed before update of archived_at on project
  for each row when (old.archived_at is not null and new.archived_at is null) execute function delay_turn();

-- Any action of a side ends the turn that was passed to it, and any action of the freelancer answers the feedback.
create function pass_turn() returns trigger language plpgsql as $$
declare
  is_pass constant boolean := new.kind = 'turn_passed';
  is_nudge constant boolean := is_pass and (new.subject->>'isNudge')::boolean;
  is_feedback constant boolean := new.actor_type = 'client' and new.kind in ('feedback_left', 'feedback_replied');
begin
  update project set
    passed_to = case when is_pass and not is_nudge then new.subject->>'to' else nullif(passed_to, new.actor_type) end,
    feedback_waits = new.actor_type <> 'freelancer' and (feedback_waits or is_feedback),
    turn_note = case
      when new.subject->>'note' is not null and is_pass then jsonb_build_object(
        'to', new.subject->>'to', 'by', new.actor_type, 'message', new.subject->>'note',
        'at', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      when is_pass and not is_nudge then null
      when turn_note->>'to' <> new.actor_type then turn_note end,
    nudged_on = case when is_nudge then (new.created_at at time zone time_zone)::date else nudged_on end,
    turn_decided_at = new.created_at
  where id = new.project_id and (
    is_pass or passed_to = new.actor_type or turn_note->>'to' = new.actor_type
    or feedback_waits and new.actor_type = 'freelancer' or is_feedback and not feedback_waits
  );
  return null;
end $$;
create trigger event_passes_turn after insert on event for each row when (new.project_id is not null)
  execute function pass_turn();
