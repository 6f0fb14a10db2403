-- Titles and texts are found by reading those of the account (docs/decisions/0021-search.md).

-- A text as it is searched: lower case, no accents, a space before each word; signs such as emoji are words of their own.
-- `searchText` in features/search does the same to what is searched for. Only immutable functions, so that PostgreSQL inlines it.
-- Most texts are ASCII, which takes an eighth of the time.
create function search_text(text text) returns text language sql immutable parallel safe
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

-- Everything that can be found. Title and body are searched and shown. A row that is not visible is found by nobody.
create view searchable as
  select 'client' as kind, c.id, c.freelancer_id, c.id as client_id, null::uuid as project_id, true as is_visible,
    -- Of a reply or an answer, the id of what it belongs to; of what has no title of its own, the name of what it is about.
    c.id as thread_id, false as is_reply, null::text as about, null::text as author_type, null::uuid as file_id, null::int as note_number,
    0 as message_number, c.first_name || ' ' || c.last_name as title, concat_ws(' ', c.company, c.email) as body, c.created_at
  from client c
union all
  select 'project', p.id, p.freelancer_id, p.client_id, p.id, not p.in_bin,
    p.id, false, null, null, null, null, 0, p.title, p.description, p.created_at
  from project p
union all
  select 'file', f.id, p.freelancer_id, p.client_id, p.id, f.state = 'stored' and f.is_newest and not p.in_bin,
    f.id, false, null, f.uploader_type, f.id, null, 0, f.name, null, f.created_at
  from file f join project p on p.id = f.project_id
union all
  select 'feedback', f.id, p.freelancer_id, p.client_id, p.id, not p.in_bin,
    f.id, false, null, 'Client', null, null, 0, null, f.message, f.created_at
  from feedback f join project p on p.id = f.project_id
union all
  select 'feedback', r.id, p.freelancer_id, p.client_id, p.id, not p.in_bin,
    f.id, true, null, r.author_type, null, null, 0, null, r.message, r.created_at
  from feedback_reply r join feedback f on f.id = r.feedback_id join project p on p.id = f.project_id
union all
  select 'note', n.id, p.freelancer_id, p.client_id, p.id, f.state = 'stored' and not p.in_bin,
    n.id, false, f.name, n.author_type, f.id, n.number, 0, null, n.text, n.created_at
  from note n join file f on f.id = n.file_id join project p on p.id = f.project_id
union all
  select 'note', r.id, p.freelancer_id, p.client_id, p.id, f.state = 'stored' and not p.in_bin,
    n.id, true, f.name, r.author_type, f.id, n.number, 0, null, r.text, r.created_at
  from note_reply r join note n on n.id = r.note_id join file f on f.id = n.file_id join project p on p.id = f.project_id
union all
  select 'request', r.id, p.freelancer_id, p.client_id, p.id, not p.in_bin,
    r.id, false, null, 'Freelancer', null, null, 0, r.title, r.details, r.created_at
  from request r join project p on p.id = r.project_id
union all
  select 'request', a.id, p.freelancer_id, p.client_id, p.id, not p.in_bin,
    r.id, true, r.title, a.author_type, null, null, 0, null, coalesce(a.text, a.comment), a.answered_at
  from request_answer a join request r on r.id = a.request_id join project p on p.id = r.project_id
union all
  select 'message', message_id(m.client_id, m.created_at, m.number), c.freelancer_id, m.client_id, null, true,
    null, false, null, case when m.by_client then 'Client' else 'Freelancer' end, null, null, m.number, null, m.content, m.created_at
  from message m join conversation c on c.client_id = m.client_id;

-- The searched texts by account. Messages have their text in their own row.
create table search_item (
  id uuid not null,
  kind text not null,
  freelancer_id uuid not null,
  client_id uuid not null,
  -- Null where there is none. The text includes the title.
  title text,
  text text,
  primary key (id, kind)
);
create index search_item_list on search_item (freelancer_id, kind, id desc);

-- The required contents.
create view search_source as
  select id, kind, freelancer_id, client_id,
    search_text(case kind when 'client' then title || ' ' || body else title end) as title,
    search_text(case when kind <> 'client' then coalesce(title || ' ', '') || body end) as text
  from searchable where kind <> 'message';

-- The transaction that changes a thing updates its search item too.
create function delete_search_item() returns trigger language plpgsql as $$
begin
  delete from search_item where id = old.id and kind = tg_argv[0];
  return null;
end $$;

-- Each table has a function of its own, in which the kind is a constant: with a parameter PostgreSQL would plan all arms of the
-- view for each row.
do $do$
declare
  source record;
begin
  for source in values
    ('client', 'client', '{first_name,last_name,company,email}'::text[]),
    ('project', 'project', '{title,description}'),
    -- A file that was deleted for good has no project.
    ('file', 'file', '{name,project_id}'),
    ('feedback', 'feedback', '{message}'),
    ('feedback_reply', 'feedback', '{message}'),
    ('note', 'note', '{text}'),
    ('note_reply', 'note', '{text}'),
    ('request', 'request', '{title,details}'),
    ('request_answer', 'request', '{text,comment}')
  loop
    execute format($create$
      create function search_%1$s() returns trigger language plpgsql as $$
      begin
        insert into search_item select * from search_source where kind = %2$L and id = new.id
          on conflict (id, kind) do update set title = excluded.title, text = excluded.text;
        if not found then
          delete from search_item where id = new.id and kind = %2$L;
        end if;
        return null;
      end $$;
      create trigger %1$s_is_searchable after insert on %1$I for each row execute function search_%1$s();
      create trigger %1$s_stays_searchable after update of %3$s on %1$I
        for each row when ((%4$s) is distinct from (%5$s)) execute function search_%1$s();
      create trigger %1$s_is_not_searchable after delete on %1$I for each row execute function delete_search_item(%2$L);
    $create$, source.column1, source.column2, array_to_string(source.column3, ', '),
      'old.' || array_to_string(source.column3, ', old.'), 'new.' || array_to_string(source.column3, ', new.'));
  end loop;
end $do$;

insert into search_item select * from search_source;

alter table message add column search_text text generated always as (search_text(content)) stored;
