-- The same rows as bench/product/seed.sql makes for the product.
-- times(): 1, or 10 for ten times the data: ten times as many freelancers, and freelancer 5 with ten times the projects.
create function times() returns int language sql as $$ select current_setting('bench.times')::int $$;

create function freelancer_id(i int) returns uuid language sql immutable as $$
  select ('01900000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid $$;
create function client_id(i int) returns uuid language sql immutable as $$
  select ('01910000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid $$;

insert into freelancers(id, name, email)
  select freelancer_id(i), 'Freelancer ' || i, 'f' || i || '@example.test' from generate_series(1, 200 * times()) i;

insert into clients(id, freelancer_id, first_name, last_name, email, company)
  select client_id(i), freelancer_id(1 + (i - 1) / 10), 'First' || i, 'Last' || i, 'c' || i || '@example.test', 'Company ' || i
  from generate_series(1, 2000 * times()) i;

insert into projects(id, freelancer_id, client_id, title, description, status, due_date, created_at)
  select (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(c::text, 12, '0'))::uuid,
    freelancer_id(1 + (c - 1) / 10), client_id(c), 'Project ' || p || ' for client ' || c, repeat('Lorem ipsum dolor sit amet. ', 6),
    (array['Pending', 'In Progress', 'Completed'])[1 + (c + p) % 3],
    date '2026-11-01' + (c * 7 + p * 13) % 400 - 100, created_at
  from generate_series(1, 2000 * times()) c,
    generate_series(1, case when c between 41 and 50 then 20 * times() else 20 end) p,
    lateral (select timestamptz '2026-01-01' + ((c * 31 + p * 17) % 300) * interval '1 day' + p * interval '1 minute' as created_at) made;

create index on clients(freelancer_id, id desc);
create index on projects(freelancer_id, id desc);
create index on projects(client_id);
create index on projects(freelancer_id) where archived_at is not null;
create index on projects(freelancer_id, due_date) where status <> 'Completed';
create index on projects(freelancer_id, turn, turn_since) where turn is not null;

-- Four events a project, fifty where freelancer 5 owns it. Every second one is the client's. Freelancer 5 has not read the last ten
-- events of their ten newest projects.
insert into events(id, freelancer_id, client_id, project_id, kind, actor, by_client, subject, read, number, created_at)
  select ('01950000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-' || lpad(to_hex(row_number() over (partition by n order by p.id)), 12, '0'))::uuid,
    p.freelancer_id, p.client_id, p.id, 'file_uploaded', 'Maya Whitcombe', n % 2 = 0,
    '{"fileId": "01900000-0000-7000-8000-000000000001", "fileName": "menu-proof.pdf", "isDeleted": true}',
    p.freelancer_id = freelancer_id(5) and (n <= 40 or p.id not in (select id from projects where freelancer_id = freelancer_id(5) order by id desc limit 10)),
    n, p.created_at + n * interval '1 hour'
  from projects p, lateral (select case when p.freelancer_id = freelancer_id(5) then 50 else 4 end as most) m, generate_series(1, most) n
  order by n, p.id;
create index on events(freelancer_id, id desc) where by_client;
create index on events(freelancer_id) where by_client and not read;
create unique index on events(project_id, number desc);

drop function times(), freelancer_id(int), client_id(int);
