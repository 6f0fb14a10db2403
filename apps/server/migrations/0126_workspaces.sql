-- A workspace owns clients, projects and the plan; `freelancer` has the people who work in it. Every freelancer from before is the owner of
-- a workspace with their own id, so every `workspace_id` stays true.
create table workspace (
  id uuid primary key,
  name text,
  plan text default 'free' not null constraint workspace_plan_check check (plan in ('free', 'starter', 'pro', 'enterprise')),
  subscription_status text default 'active' not null,
  time_zone text default 'UTC' not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint workspace_id_time_zone_key unique (id, time_zone)
);
insert into workspace (id, name, plan, subscription_status, time_zone, created_at)
  select id, company, plan, subscription_status, time_zone, created_at from freelancer;

create table member (
  workspace_id uuid not null constraint member_workspace_id_fkey references workspace (id) on delete cascade,
  person_id uuid not null constraint member_person_id_fkey references freelancer (id) on delete cascade,
  role text not null constraint member_role_check check (role in ('owner', 'admin', 'member')),
  sees text default 'all' not null constraint member_sees_check check (sees in ('all', 'assigned')),
  joined_at timestamp(3) with time zone default now() not null,
  opened_at timestamp(3) with time zone default now() not null,
  primary key (workspace_id, person_id),
  constraint only_members_see_less check (role = 'member' or sees = 'all')
);
create unique index member_owner on member (workspace_id) where role = 'owner';
create index member_of_person on member (person_id, opened_at desc);
insert into member (workspace_id, person_id, role, joined_at, opened_at) select id, id, 'owner', created_at, created_at from freelancer;

alter table billing_account
  drop constraint billing_account_workspace_id_fkey,
  add constraint billing_account_workspace_id_fkey foreign key (workspace_id) references workspace (id) on delete cascade;
alter table form_upload
  drop constraint form_upload_workspace_id_fkey,
  add constraint form_upload_workspace_id_fkey foreign key (workspace_id) references workspace (id) on delete cascade;
alter table project
  drop constraint project_workspace_id_time_zone_fkey,
  add constraint project_workspace_id_time_zone_fkey foreign key (workspace_id, time_zone) references workspace (id, time_zone)
    on update cascade on delete set null (workspace_id);

-- The member who answers for a client; the same in the rows of its further contacts.
alter table client
  drop constraint client_workspace_id_fkey,
  add constraint client_workspace_id_fkey foreign key (workspace_id) references workspace (id) on delete cascade,
  add column lead_id uuid;
update client set lead_id = workspace_id;
alter table client
  alter column lead_id set not null,
  add constraint client_lead_id_fkey foreign key (workspace_id, lead_id) references member (workspace_id, person_id),
  add constraint client_id_workspace_id_lead_id_key unique (id, workspace_id, lead_id),
  drop constraint client_contact_of_fkey,
  add constraint client_contact_of_fkey foreign key (contact_of, workspace_id, lead_id) references client (id, workspace_id, lead_id)
    on update cascade on delete cascade;
create index client_of_lead on client (lead_id);

-- The members who work with a client and so are notified, its lead included.
create table client_member (
  client_id uuid not null,
  person_id uuid not null,
  workspace_id uuid not null,
  primary key (client_id, person_id),
  constraint client_member_client_id_fkey foreign key (client_id, workspace_id) references client (id, workspace_id) on delete cascade,
  constraint client_member_person_id_fkey foreign key (workspace_id, person_id) references member (workspace_id, person_id) on delete cascade
);
create index client_of_member on client_member (person_id, client_id);
insert into client_member (client_id, person_id, workspace_id) select id, workspace_id, workspace_id from client where contact_of is null;

alter table session
  add column workspace_id uuid,
  add constraint session_workspace_id_fkey foreign key (workspace_id, freelancer_id) references member (workspace_id, person_id) on delete cascade;
update session set workspace_id = freelancer_id where freelancer_id is not null;
alter table session add constraint member_has_workspace check ((freelancer_id is null) = (workspace_id is null));

alter table freelancer
  drop constraint freelancer_id_time_zone_key,
  drop column company,
  drop column plan,
  drop column subscription_status;

-- A calendar has what its owner reaches in one workspace.
alter table calendar_feed add column workspace_id uuid;
update calendar_feed set workspace_id = freelancer_id where freelancer_id is not null;
alter table calendar_feed
  drop constraint calendar_feed_freelancer_id_key,
  add constraint calendar_feed_freelancer_id_workspace_id_key unique (freelancer_id, workspace_id),
  add constraint calendar_feed_of_member_fkey foreign key (workspace_id, freelancer_id) references member (workspace_id, person_id)
    on delete cascade,
  add constraint calendar_of_member_has_workspace check ((freelancer_id is null) = (workspace_id is null));
