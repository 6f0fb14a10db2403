-- A large installation, without the bytes of its files. Every hundredth account has 26 times as much as the others.
create function pg_temp.id(made timestamptz) returns uuid language sql as $$
  select overlay(gen_random_uuid()::text placing lpad(to_hex((date_part('epoch', made) * 1000)::bigint), 12, '0') || '7' from 1 for 15)::uuid
$$;

create temp table word as
  select row_number() over () as n, word from (
    select unnest('{the,a,and,for,menu,logo,website,brochure,poster,photo,label,invoice,proof,spring,summer,autumn,winter,bakery,loaf,rye,focaccia,crème,café,colour,header,footer,button,price,list,draft,final,client,please,could,send,tomorrow,friday,monday,larger,smaller,darker,lighter,blue,green,red,paper,print,version,page,cover,chapter,wedding,festival,garden,kitchen,studio,gallery,market,harbour,castle}'::text[]) as word
    union all
    select a || b || c from unnest('{ba,co,di,fe,ga,hu,ki,lo,ma,ne}'::text[]) a, unnest('{lan,mer,nor,pel,quin,rab,sten,tav,vel,wick}'::text[]) b,
      unnest('{"",da,er,ing,ley,ton,um,y}'::text[]) c
  ) words;
-- The first words come most often.
create temp table phrase as
  select p.n, string_agg(word, ' ') as text
  from (
    select n, 1 + floor(power(random(), 2) * (select count(*) from word))::int as word_number
    from generate_series(1, 20000) n, generate_series(1, 4 + n % 12)
  ) p join word w on w.n = word_number
  group by p.n;
alter table phrase add primary key (n);
create temp table size as
  select n, n % 100 = 0 as is_large from generate_series(1, current_setting('seed.freelancers')::int) n;
analyze word, phrase, size;

-- Triggers, keys and indexes would take most of the time, row by row. What they do is done at the end.
create temp table filled as
  select unnest('{freelancer,workspace,member,client,client_member,project,file,feedback,feedback_reply,note,note_reply,request,request_answer,conversation,conversation_reader,message,search_item}'::regclass[]) as id;
create temp table key as
  select contype = 'f' as is_foreign, format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropped,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as made
  from pg_constraint
  where contype in ('f', 'p', 'u') and (conrelid in (table filled) or confrelid in (table filled))
  union all
  select false, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index i
  where indrelid in (table filled) and not exists (select from pg_constraint where conindid = i.indexrelid);
do $$ begin
  execute (select string_agg(format('alter table %s disable trigger user', id::regclass), ';') from filled);
  execute (select string_agg(dropped, ';' order by is_foreign desc) from key);
  -- What is written to a table that the same transaction has truncated needs no log (with wal_level = minimal).
  execute (select 'truncate ' || string_agg(id::regclass::text, ', ') from filled);
end $$;
set local maintenance_work_mem = '256MB';

-- Accounts
create temp table account as select pg_temp.id(timestamptz '2025-01-01' + n * interval '1 minute') as id, n, is_large from size;
insert into freelancer (id, name, email, password_hash, created_at)
  select id, 'Freelancer ' || n, 'freelancer' || n || '@large.example', current_setting('seed.password'),
    timestamptz '2025-01-01' + n * interval '1 minute'
  from account;
insert into workspace (id, plan, created_at) select id, 'enterprise', timestamptz '2025-01-01' + n * interval '1 minute' from account;
insert into member (workspace_id, person_id, role) select id, id, 'owner' from account;

-- Clients
create temp table customer as
  select pg_temp.id(timestamptz '2025-02-01' + a.n * interval '1 minute' + i * interval '1 second') as id, a.id as workspace_id, a.n, i, a.is_large,
    row_number() over () as number
  from account a, generate_series(1, case when a.is_large then 10 else 2 end) i;
insert into client (id, workspace_id, lead_id, first_name, last_name, email, company)
  select c.id, c.workspace_id, c.workspace_id, initcap(w.word), initcap(v.word), 'client' || c.n || '-' || c.i || '@large.example', initcap(p.text)
  from customer c join word w on w.n = 60 + (c.number * 7) % 800 join word v on v.n = 60 + (c.number * 13) % 800
    join phrase p on p.n = 1 + (c.number * 12) % 20000;
insert into client_member (client_id, person_id, workspace_id) select id, workspace_id, workspace_id from customer;
create unique index on customer (n, i);
analyze account, customer;

-- Projects
create temp table work as
  select pg_temp.id(made) as id, c.id as client_id, c.workspace_id, made, row_number() over () as number
  from account a cross join generate_series(1, case when a.is_large then 208 else 8 end) p
    join lateral (select 1 + p % case when a.is_large then 10 else 2 end as i) place on true
    join customer c on c.n = a.n and c.i = place.i
    cross join lateral (select timestamptz '2025-03-01' + p * interval '1 day' + a.n * interval '1 second' as made) m;
insert into project (id, workspace_id, client_id, time_zone, title, description, status, created_at)
  select w.id, w.workspace_id, w.client_id, 'UTC', initcap(t.text), d.text || '. ' || e.text || '.',
    (array['Pending', 'In Progress', 'Completed'])[1 + w.number % 3], w.made
  from work w join phrase t on t.n = 1 + (w.number * 12) % 20000 join phrase d on d.n = 1 + (w.number * 7) % 20000
    join phrase e on e.n = 1 + (w.number * 11) % 20000;
analyze work;

-- Files
insert into file (id, project_id, uploader_type, name, content_type, size, sha256, state, created_at)
  select pg_temp.id(w.made + f * interval '1 hour'), w.id, case when f % 3 = 0 then 'Client' else 'Freelancer' end,
    replace(p.text, ' ', '-') || '-' || f || (array['.pdf', '.jpg', '.png', '.ai', '.docx'])[f], 'application/octet-stream', 1000,
    decode(repeat('00', 32), 'hex'), 'stored', w.made + f * interval '1 hour'
  from work w cross join generate_series(1, 5) f join phrase p on p.n = 1 + ((w.number * 5 + f) * 12) % 20000;

-- Feedback
insert into feedback (id, project_id, client_id, message, created_at, reply_count)
  select pg_temp.id(w.made + interval '1 day'), w.id, w.client_id, p.text || '. ' || q.text || '.', w.made + interval '1 day',
    case when w.number % 4 = 0 then 1 else 0 end
  from work w join phrase p on p.n = 1 + (w.number * 17) % 20000 join phrase q on q.n = 1 + (w.number * 19) % 20000;
insert into feedback_reply (id, feedback_id, number, author_type, message, created_at)
  select pg_temp.id(created_at + interval '1 hour'), id, 1, 'Freelancer', message, created_at + interval '1 hour'
  from feedback where reply_count = 1;

-- Notes
insert into note (id, file_id, history_id, number, author_type, text, created_at, reply_count)
  select pg_temp.id(f.created_at + interval '1 hour'), f.id, f.id, 1, 'Client', p.text, f.created_at + interval '1 hour',
    case when f.number % 4 = 0 then 1 else 0 end
  from (select id, created_at, row_number() over () as number from file where name like '%-1.pdf') f
    join phrase p on p.n = 1 + (f.number * 23) % 20000;
insert into note_reply (id, note_id, number, author_type, text, created_at)
  select pg_temp.id(created_at + interval '1 hour'), id, 1, 'Freelancer', text, created_at + interval '1 hour'
  from note where reply_count = 1;

-- Requests
insert into request (id, project_id, workspace_id, client_id, position, title, details, kind, state, state_since, created_at)
  select pg_temp.id(made), w.id, w.workspace_id, w.client_id, 1, initcap(t.text), d.text || '.', 'text', 'accepted',
    made + interval '2 days', made
  from work w join phrase t on t.n = 1 + (w.number * 29) % 20000 join phrase d on d.n = 1 + (w.number * 41) % 20000
  where w.number % 4 = 0;
insert into request_answer (id, request_id, author_type, text, answered_at)
  select pg_temp.id(created_at + interval '1 day'), id, 'Client', details, created_at + interval '1 day' from request;

-- Messages
create temp table talk as
  select id as client_id, workspace_id, number, case when is_large then 520 else 100 end as total from customer;
insert into conversation (client_id, workspace_id, last_number, client_total, last_at)
  select client_id, workspace_id, total, total / 2, timestamptz '2026-01-01' + total * interval '10 minutes' from talk;
insert into conversation_reader (client_id, person_id, side)
  select client_id, workspace_id, 'freelancer' from talk union all select client_id, client_id, 'client' from talk;
insert into message (client_id, sender_id, created_at, number, client_total, by_client, content, search_text)
  select t.client_id, case when m % 2 = 0 then t.client_id else t.workspace_id end,
    timestamptz '2026-01-01' + m * interval '10 minutes', m, m / 2, m % 2 = 0, p.text || ', ' || q.text,
    search_text(p.text || ', ' || q.text)
  from talk t cross join lateral generate_series(1, t.total) m
    join phrase p on p.n = 1 + (t.number * 31 + m * 7) % 20000 join phrase q on q.n = 1 + (t.number * 37 + m * 11) % 20000;

-- Search
insert into search_item
select id, kind, workspace_id, client_id,
  search_text(case kind when 'client' then title || ' ' || body else title end),
  search_text(case when kind <> 'client' then coalesce(title || ' ', '') || body end)
from searchable where kind <> 'message';

-- Keys
do $$ begin
  execute (select string_agg(made, ';' order by is_foreign) from key);
  execute (select string_agg(format('alter table %s enable trigger user', id::regclass), ';') from filled);
end $$;

-- Statistics
analyze;
