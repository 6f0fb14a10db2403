-- A link with which somebody without an account answers one request. Revoking deletes it.
create table request_link (
  id uuid primary key,
  request_id uuid not null references request on delete cascade,
  token_hash bytea not null unique,
  -- The side that made it, and their name of then.
  made_by text not null check (made_by in ('freelancer', 'client')),
  maker text not null,
  note text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- How many files and texts arrived with it.
  uses int not null default 0,
  last_used_at timestamptz(3)
);
create index request_link_list on request_link (request_id, id desc);

-- What a guest uploads. An upload that is not complete ends with its link; a file stays.
alter table file
  add column guest_name text,
  add column link_id uuid references request_link on delete set null,
  drop constraint file_uploader_type_check,
  add constraint file_uploader_type_check check (uploader_type in ('Freelancer', 'Client', 'Guest')),
  add constraint file_guest check ((uploader_type = 'Guest') = (guest_name is not null));
create index file_of_link on file (link_id) where link_id is not null;

-- As in 0025. Besides, a guest acts for the client.
create or replace function pass_turn() returns trigger language plpgsql as $$
declare
  is_pass constant boolean := new.kind = 'turn_passed';
  is_nudge constant boolean := is_pass and (new.subject->>'isNudge')::boolean;
  is_feedback constant boolean := new.actor_type = 'client' and new.kind in ('feedback_left', 'feedback_replied');
  side constant text := case when new.actor_type = 'guest' then 'client' else new.actor_type end;
begin
  update project set
    passed_to = case when is_pass and not is_nudge then new.subject->>'to' else nullif(passed_to, side) end,
    feedback_waits = side <> 'freelancer' and (feedback_waits or is_feedback),
    turn_note = case
      when new.subject->>'note' is not null and is_pass then jsonb_build_object(
        'to', new.subject->>'to', 'by', side, 'message', new.subject->>'note',
        'at', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      when is_pass and not is_nudge then null
      when turn_note->>'to' <> side then turn_note end,
    nudged_on = case when is_nudge then (new.created_at at time zone time_zone)::date else nudged_on end,
    turn_decided_at = new.created_at
  where id = new.project_id and (
    is_pass or passed_to = side or turn_note->>'to' = side
    or feedback_waits and side = 'freelancer' or is_feedback and not feedback_waits
  );
  return null;
end $$;
