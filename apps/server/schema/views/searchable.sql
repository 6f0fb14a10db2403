-- Everything that can be found. Title and body are searched and shown; a row that is not visible is found by nobody. There is a view for
-- each kind, because each time that a statement reads one kind through the view of all kinds, PostgreSQL locks the tables of all of
-- them and checks its rights to them.
create view searchable_client as
  select 'client' as kind, c.id, c.workspace_id, coalesce(c.contact_of, c.id) as client_id, null::uuid as project_id,
    c.removed_at is null as is_visible,
    -- Of a reply or an answer, the id of what it belongs to; of what has no title of its own, the name of what it is about.
    c.id as thread_id, false as is_reply, null::text as about, null::text as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, c.first_name || ' ' || c.last_name as title, concat_ws(' ', c.company, c.email) as body, c.created_at, null::text as project_title
  from client c;

create view searchable_project as
  select 'project' as kind, p.id, p.workspace_id, p.client_id, p.id as project_id, not p.in_bin as is_visible,
    p.id as thread_id, false as is_reply, null::text as about, null::text as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, p.title, p.description as body, p.created_at, p.title as project_title
  from project p;

create view searchable_file as
  select 'file' as kind, f.id, p.workspace_id, p.client_id, p.id as project_id, f.state = 'stored' and f.is_newest and not p.in_bin as is_visible,
    f.id as thread_id, false as is_reply, null::text as about, f.uploader_type as author_type, f.id as file_id, null::int as note_number,
    0 as message_number, f.name as title, null::text as body, f.created_at, p.title as project_title
  from file f join project p on p.id = f.project_id;

create view searchable_feedback as
  select 'feedback' as kind, f.id, p.workspace_id, p.client_id, p.id as project_id, not p.in_bin as is_visible,
    f.id as thread_id, false as is_reply, null::text as about, 'Client' as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, null::text as title, f.message as body, f.created_at, p.title as project_title
  from feedback f join project p on p.id = f.project_id
union all
  select 'feedback', r.id, p.workspace_id, p.client_id, p.id, not p.in_bin,
    f.id, true, null, r.author_type, null, null, 0, null, r.message, r.created_at, p.title
  from feedback_reply r join feedback f on f.id = r.feedback_id join project p on p.id = f.project_id;

create view searchable_note as
  select 'note' as kind, n.id, p.workspace_id, p.client_id, p.id as project_id, f.state = 'stored' and not p.in_bin as is_visible,
    n.id as thread_id, false as is_reply, f.name as about, n.author_type, f.id as file_id, n.number as note_number,
    0 as message_number, null::text as title, n.text as body, n.created_at, p.title as project_title
  from note n join file f on f.id = n.file_id join project p on p.id = f.project_id
union all
  select 'note', r.id, p.workspace_id, p.client_id, p.id, f.state = 'stored' and not p.in_bin,
    n.id, true, f.name, r.author_type, f.id, n.number, 0, null, r.text, r.created_at, p.title
  from note_reply r join note n on n.id = r.note_id join file f on f.id = n.file_id join project p on p.id = f.project_id;

create view searchable_request as
  select 'request' as kind, r.id, p.workspace_id, p.client_id, p.id as project_id, not p.in_bin as is_visible,
    r.id as thread_id, false as is_reply, null::text as about, 'Freelancer' as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, r.title, r.details as body, r.created_at, p.title as project_title
  from request r join project p on p.id = r.project_id
union all
  select 'request', a.id, p.workspace_id, p.client_id, p.id, not p.in_bin,
    r.id, true, r.title, a.author_type, null, null, 0, null, coalesce(a.text, a.comment), a.answered_at, p.title
  from request_answer a join request r on r.id = a.request_id join project p on p.id = r.project_id;

create view searchable_message as
  select 'message' as kind, message_id(m.client_id, m.created_at, m.number) as id, c.workspace_id, m.client_id, null::uuid as project_id, true as is_visible,
    null::uuid as thread_id, false as is_reply, null::text as about, case when m.by_client then 'Client' else 'Freelancer' end as author_type,
    null::uuid as file_id, null::int as note_number, m.number as message_number, null::text as title, concat_ws(' ', nullif(m.content, ''), file_names(m.files)) as body, m.created_at, null::text as project_title
  from message m join conversation c on c.client_id = m.client_id;

create view searchable as
  table searchable_client union all table searchable_project union all table searchable_file union all table searchable_feedback
  union all table searchable_note union all table searchable_request union all table searchable_message;
