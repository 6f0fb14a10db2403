-- A project has its freelancer's time zone and the time from which it is overdue: the midnight after its due date
-- there. When a freelancer changes their time zone, their projects follow.
alter table freelancer add unique (id, time_zone);

alter table project add column time_zone text;
update project set time_zone = freelancer.time_zone from freelancer where freelancer.id = freelancer_id;
alter table project
  alter column time_zone set not null,
  add foreign key (freelancer_id, time_zone) references freelancer (id, time_zone) on update cascade on delete cascade,
  add column overdue_at timestamptz generated always as (
    case when status <> 'Completed' then (due_date + 1)::timestamp at time zone time_zone end
  ) stored;

-- Not `where status <> 'Completed'`: then each change of status would have to be written to every index.
drop index project_deadline;
create index project_deadline on project (freelancer_id, overdue_at, id) where overdue_at is not null;
