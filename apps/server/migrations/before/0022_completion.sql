-- When a project was completed, and what "Complete now" replaced: the agreed due date and the status before it.
alter table project
  add column completed_on date,
  add column agreed_due_date date,
  add column status_before_completion text check (status_before_completion in ('Pending', 'In Progress')),
  add constraint project_completion check (
    (completed_on is null or status = 'Completed')
    and (status_before_completion is null or completed_on is not null)
    and (agreed_due_date is null or status_before_completion is not null)
  );
