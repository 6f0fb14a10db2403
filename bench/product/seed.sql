-- The same rows as bench/baseline/seed.sql makes for the baseline: in the same order, with the same texts, dates and counts.
create function times() returns int language sql as $$ select current_setting('bench.times')::int $$;
create function freelancer_id(i int) returns uuid language sql immutable as $$
  select ('01900000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid $$;
create function client_id(i int) returns uuid language sql immutable as $$
  select ('01910000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid $$;

insert into freelancer (id, name, email, password_hash)
  select freelancer_id(i), 'Freelancer ' || i, 'f' || i || '@example.test', 'x'
  from generate_series(1, 200 * times()) i;
insert into workspace (id, plan) select id, 'enterprise' from freelancer;
insert into member (workspace_id, person_id, role) select id, id, 'owner' from freelancer;

insert into client (id, workspace_id, lead_id, first_name, last_name, email, company)
  select client_id(i), freelancer_id(1 + (i - 1) / 10), freelancer_id(1 + (i - 1) / 10), 'First' || i, 'Last' || i, 'c' || i || '@example.test', 'Company ' || i
  from generate_series(1, 2000 * times()) i;

insert into client_member (client_id, person_id, workspace_id) select id, lead_id, workspace_id from client;

-- One session each, with the id of its owner: tokens need nothing more.
insert into session (id, freelancer_id, workspace_id, client_id, last_seen_at, expires_at)
  select id, id, id, null::uuid, now(), now() + interval '30 days' from freelancer
  union all
  select id, null::uuid, null::uuid, id, now(), now() + interval '30 days' from client;

-- As the product's own ids, these begin with the moment of creation in milliseconds.
insert into project (id, workspace_id, client_id, time_zone, title, description, status, due_date, created_at)
  select (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(c::text, 12, '0'))::uuid,
    freelancer_id(1 + (c - 1) / 10), client_id(c), 'UTC', 'Project ' || p || ' for client ' || c,
    repeat('Lorem ipsum dolor sit amet. ', 6), (array['Pending', 'In Progress', 'Completed'])[1 + (c + p) % 3],
    date '2026-11-01' + (c * 7 + p * 13) % 400 - 100, created_at
  from generate_series(1, 2000 * times()) c,
    generate_series(1, case when c between 41 and 50 then 20 * times() else 20 end) p,
    lateral (select timestamptz '2026-01-01' + ((c * 31 + p * 17) % 300) * interval '1 day' + p * interval '1 minute' as created_at) made;

-- Numbered by the seed itself: the trigger would take a minute.
alter table event disable trigger event_is_numbered;
insert into event (id, workspace_id, client_id, project_id, scope_id, kind, actor_type, actor_name, subject, created_at, number,
    for_freelancer, for_client, freelancer_notifications, client_notifications)
  select ('01950000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-' || lpad(to_hex(row_number() over (partition by n order by p.id)), 12, '0'))::uuid,
    p.workspace_id, p.client_id, p.id, p.id, 'file_uploaded', case when n % 2 = 0 then 'client' else 'freelancer' end, 'Maya Whitcombe',
    '{"fileId":"01900000-0000-7000-8000-000000000001","fileName":"menu-proof.pdf"}', p.created_at + n * interval '1 hour', n,
    n % 2 = 0, n % 2 = 1, n / 2, (n + 1) / 2
  from project p, lateral (select case when p.workspace_id = freelancer_id(5) then 50 else 4 end as most) m, generate_series(1, most) n;
insert into unread (scope_id, reader, person_id, read_notifications, mailed_notifications)
  (select id, 'freelancer', workspace_id, 20, 25 from project where workspace_id = freelancer_id(5) order by id desc limit 10)
  union all select id, 'freelancer', workspace_id, 0, 2 from project where workspace_id <> freelancer_id(5);
alter table event enable trigger event_is_numbered;

drop function times(), freelancer_id(int), client_id(int);
