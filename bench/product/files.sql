-- Filled in once Portico runs: it does not start on a database with files beside an empty storage.
-- Twenty files in each project of freelancer 5. Where the number of the client is even, each was approved.
insert into file (id, project_id, uploader_type, name, content_type, size, sha256, created_at)
  select ('01960000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-' || lpad(to_hex(row_number() over (partition by n order by p.id)), 12, '0'))::uuid,
    p.id, 'Freelancer', 'menu-proof-' || n || '.pdf', 'application/pdf', 100000 + n, decode(repeat('ab', 32), 'hex'), p.created_at
  from project p, generate_series(1, 20) n where p.workspace_id = '01900000-0000-7000-8000-000000000005';
insert into review (id, group_id, project_id, history_id, round, file_id, file_name, version, size, sha256, needs_code, created_at, state, state_since,
    identified_by, decided_at)
  select f.id, f.id, f.project_id, f.history_id, 1, f.id, f.name, f.version, f.size, f.sha256, false, f.created_at, 'approved', f.created_at,
    'link', f.created_at
  from file f join project p on p.id = f.project_id where right(p.client_id::text, 1) in ('0', '2', '4', '6', '8');
