-- The same in PL/pgSQL, which keeps its plan for the connection. The plan of a generated column is made for each statement, and
-- inlining the function took a seventh of the time in which a message is stored.
create or replace function search_text(text text) returns text language plpgsql immutable parallel safe as $$
begin
  return ' ' || case
    when octet_length(text) = char_length(text) then lower(regexp_replace(text, '[^a-zA-Z0-9 ]+', ' ', 'g'))
    else regexp_replace(regexp_replace(regexp_replace(
      replace(replace(replace(replace(replace(replace(replace(lower(normalize(text, nfkd)),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i'),
      '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\ufe00-\ufe0f]+', '', 'g'),
      '[\u0001-\u001f\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u060c\u061b\u061f\u066a-\u066d\u06d4'
        || '\u0964\u0965\u2000-\u218f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufeff]+', ' ', 'g'),
      '([\u2190-\u2bff\U0001f000-\U0001faff])', ' \1 ', 'g')
  end;
end $$;

-- A view for each kind of what can be found. Each time that a statement reads one kind through the view of all kinds, PostgreSQL
-- locks the tables of all of them and checks its rights to them.
create view searchable_client as
  select 'client' as kind, c.id, c.freelancer_id, c.id as client_id, null::uuid as project_id, true as is_visible,
    -- Of a reply or an answer, the id of what it belongs to; of what has no title of its own, the name of what it is about.
    c.id as thread_id, false as is_reply, null::text as about, null::text as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, c.first_name || ' ' || c.last_name as title, concat_ws(' ', c.company, c.email) as body, c.created_at, null::text as project_title
  from client c;

create view searchable_project as
  select 'project' as kind, p.id, p.freelancer_id, p.client_id, p.id as project_id, not p.in_bin as is_visible,
    p.id as thread_id, false as is_reply, null::text as about, null::text as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, p.title, p.description as body, p.created_at, p.title as project_title
  from project p;

create view searchable_file as
  select 'file' as kind, f.id, p.freelancer_id, p.client_id, p.id as project_id, f.state = 'stored' and f.is_newest and not p.in_bin as is_visible,
    f.id as thread_id, false as is_reply, null::text as about, f.uploader_type as author_type, f.id as file_id, null::int as note_number,
    0 as message_number, f.name as title, null::text as body, f.created_at, p.title as project_title
  from file f join project p on p.id = f.project_id;

create view searchable_feedback as
  select 'feedback' as kind, f.id, p.freelancer_id, p.client_id, p.id as project_id, not p.in_bin as is_visible,
    f.id as thread_id, false as is_reply, null::text as about, 'Client' as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, null::text as title, f.message as body, f.created_at, p.title as project_title
  from feedback f join project p on p.id = f.project_id
union all
  select 'feedback', r.id, p.freelancer_id, p.client_id, p.id, not p.in_bin,
    f.id, true, null, r.author_type, null, null, 0, null, r.message, r.created_at, p.title
  from feedback_reply r join feedback f on f.id = r.feedback_id join project p on p.id = f.project_id;

create view searchable_note as
  select 'note' as kind, n.id, p.freelancer_id, p.client_id, p.id as project_id, f.state = 'stored' and not p.in_bin as is_visible,
    n.id as thread_id, false as is_reply, f.name as about, n.author_type, f.id as file_id, n.number as note_number,
    0 as message_number, null::text as title, n.text as body, n.created_at, p.title as project_title
  from note n join file f on f.id = n.file_id join project p on p.id = f.project_id
union all
  select 'note', r.id, p.freelancer_id, p.client_id, p.id, f.state = 'stored' and not p.in_bin,
    n.id, true, f.name, r.author_type, f.id, n.number, 0, null, r.text, r.created_at, p.title
  from note_reply r join note n on n.id = r.note_id join file f on f.id = n.file_id join project p on p.id = f.project_id;

create view searchable_request as
  select 'request' as kind, r.id, p.freelancer_id, p.client_id, p.id as project_id, not p.in_bin as is_visible,
    r.id as thread_id, false as is_reply, null::text as about, 'Freelancer' as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, r.title, r.details as body, r.created_at, p.title as project_title
  from request r join project p on p.id = r.project_id
union all
  select 'request', a.id, p.freelancer_id, p.client_id, p.id, not p.in_bin,
    r.id, true, r.title, a.author_type, null, null, 0, null, coalesce(a.text, a.comment), a.answered_at, p.title
  from request_answer a join request r on r.id = a.request_id join project p on p.id = r.project_id;

create view searchable_message as
  select 'message' as kind, message_id(m.client_id, m.created_at, m.number) as id, c.freelancer_id, m.client_id, null::uuid as project_id, true as is_visible,
    null::uuid as thread_id, false as is_reply, null::text as about, case when m.by_client then 'Client' else 'Freelancer' end as author_type,
    null::uuid as file_id, null::int as note_number, m.number as message_number, null::text as title, m.content as body, m.created_at, null::text as project_title
  from message m join conversation c on c.client_id = m.client_id;

create or replace view searchable as
  table searchable_client union all table searchable_project union all table searchable_file union all table searchable_feedback
  union all table searchable_note union all table searchable_request union all table searchable_message;

-- The triggers do without the views: they have the new row, and look up no more than whose it is. That takes half the time.
do $do$
declare
  source record;
begin
  for source in values
    ('client', 'client', 'new.freelancer_id, new.id',
      $$new.first_name || ' ' || new.last_name || ' ' || concat_ws(' ', new.company, new.email)$$, 'null', ''),
    ('project', 'project', 'new.freelancer_id, new.client_id', 'new.title', $$new.title || ' ' || new.description$$, ''),
    -- A file that was deleted for good has no project.
    ('file', 'file', 'p.freelancer_id, p.client_id', 'new.name', 'null', 'from project p where p.id = new.project_id'),
    ('feedback', 'feedback', 'p.freelancer_id, p.client_id', 'null', 'new.message', 'from project p where p.id = new.project_id'),
    ('feedback_reply', 'feedback', 'p.freelancer_id, p.client_id', 'null', 'new.message',
      'from feedback f join project p on p.id = f.project_id where f.id = new.feedback_id'),
    ('note', 'note', 'p.freelancer_id, p.client_id', 'null', 'new.text',
      'from file f join project p on p.id = f.project_id where f.id = new.file_id'),
    ('note_reply', 'note', 'p.freelancer_id, p.client_id', 'null', 'new.text',
      'from note n join file f on f.id = n.file_id join project p on p.id = f.project_id where n.id = new.note_id'),
    ('request', 'request', 'p.freelancer_id, p.client_id', 'new.title', $$new.title || ' ' || new.details$$,
      'from project p where p.id = new.project_id'),
    ('request_answer', 'request', 'p.freelancer_id, p.client_id', 'null', 'coalesce(new.text, new.comment)',
      'from request r join project p on p.id = r.project_id where r.id = new.request_id')
  loop
    execute format($create$
      create or replace function search_%1$s() returns trigger language plpgsql as $$
      begin
        insert into search_item (id, kind, freelancer_id, client_id, title, text)
          select new.id, %2$L, %3$s, search_text(%4$s), search_text(%5$s) %6$s
          on conflict (id, kind) do update set title = excluded.title, text = excluded.text;
        if not found then
          delete from search_item where id = new.id and kind = %2$L;
        end if;
        return null;
      end $$;
    $create$, source.column1, source.column2, source.column3, source.column4, source.column5, source.column6);
  end loop;
end $do$;
