-- Each side of a project is reminded of a due date once, on the day before.
create table deadline_reminder (
  project_id uuid not null references project on delete cascade,
  reader text not null check (reader in ('freelancer', 'client')),
  person_id uuid not null,
  -- Of which they were reminded last, or are to be.
  due_date date not null,
  -- When an email about it is due. Null once it was sent, or nobody wants one.
  mail_due timestamptz(3),
  primary key (project_id, reader)
);
create index deadline_reminder_mail_due on deadline_reminder (mail_due) where mail_due is not null;
create index deadline_reminder_of_person on deadline_reminder (person_id) where mail_due is not null;

-- What is due next, of everybody.
create index project_due on project (overdue_at) where overdue_at is not null and not in_bin;
