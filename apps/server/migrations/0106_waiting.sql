-- Open notes that wait for each side, on all versions of a file: in the row of its newest version.
alter table file add column notes_for_freelancer integer not null default 0;
alter table file add column notes_for_client integer not null default 0;

-- A note of the freelancer waits for the client until they reply; one of the client until it is settled.
update file f set notes_for_freelancer = waiting.for_freelancer, notes_for_client = waiting.for_client
  from (
    select n.history_id, count(*) filter (where n.author_type = 'Client') as for_freelancer,
      count(*) filter (where n.author_type = 'Freelancer' and (
        select author_type from note_reply where note_id = n.id order by number desc limit 1) is distinct from 'Client') as for_client
    from note n join file v on v.id = n.file_id where n.state = 'open' and v.state = 'stored' group by n.history_id
  ) as waiting
  where f.history_id = waiting.history_id and f.state = 'stored' and f.is_newest;

create index file_with_notes on file (project_id) where notes_for_freelancer > 0 or notes_for_client > 0;

-- Everything that waits for somebody, in the order in which it decides the turn.
alter table project add column waiting jsonb not null default '[]';

with reviews as (
  select r.project_id, 1 as place, 'client' as side, 'review' as reason, count(*) as count,
    (array_agg(jsonb_build_object('id', f.id, 'fileName', f.name) order by r.id desc))[1] as file
  from review r join file f on f.id = r.file_id where r.state = 'open' group by 1
), changes as (
  select r.project_id, 3 as place, 'freelancer' as side, 'changes' as reason, count(*) as count,
    (array_agg(jsonb_build_object('id', f.id, 'fileName', f.name) order by r.id desc))[1] as file
  from review r join file f on f.history_id = r.history_id and f.state = 'stored' and f.is_newest
  where r.state = 'changes_requested'
    and not exists (select from review newer where newer.history_id = r.history_id and newer.round > r.round) group by 1
), noted as (
  select f.project_id, side.place, side.name as side, side.notes, f.id, f.name,
    row_number() over (partition by f.project_id, side.name order by f.id desc) as n
  from file f, lateral (values (6, 'freelancer', f.notes_for_freelancer), (7, 'client', f.notes_for_client)) as side (place, name, notes)
  where f.state = 'stored' and f.is_newest and side.notes > 0
), notes as (
  select project_id, place, side, 'notes' as reason, notes::bigint as count,
    jsonb_build_object('id', id, 'fileName', name) as file from noted where n <= 3
  union all
  select project_id, place, side, 'notes', sum(notes)::bigint, null from noted where n > 3 group by 1, 2, 3
), items as (
  select * from reviews union all select * from changes union all select * from notes
  union all select id, 2, 'client', 'requests', open_requests, null from project where open_requests > 0
  union all select id, 4, 'freelancer', 'answers', answered_requests, null from project where answered_requests > 0
  union all select id, 5, 'freelancer', 'feedback', 1, null from project where feedback_waits
), listed as (
  select project_id, jsonb_agg(jsonb_build_object('side', side, 'reason', reason, 'count', count, 'file', file)
    order by place, file is null, file->>'id' desc) as waiting
  from items group by 1
)
update project p set waiting = listed.waiting,
  turn = coalesce(p.turn, listed.waiting->0->>'side'), turn_reason = coalesce(p.turn_reason, listed.waiting->0->>'reason'),
  turn_since = case when p.turn is null then now() else p.turn_since end
  from listed where listed.project_id = p.id and p.status <> 'Completed';
