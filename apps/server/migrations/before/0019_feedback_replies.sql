-- Whether somebody has replied stands in the feedback's own row, so that editing, deleting and replying at once wait for
-- each other and the second one sees what the first has done.
alter table feedback
  add column edited_at timestamptz(3),
  add column reply_count integer not null default 0;

create table feedback_reply (
  id uuid primary key,
  feedback_id uuid not null references feedback on delete cascade,
  -- 1, 2, 3 … without a gap, because only the last reply can be deleted.
  number integer not null,
  -- A project has one freelancer and one client, so this says who it was.
  author_type text not null check (author_type in ('Freelancer', 'Client')),
  message text not null,
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  unique (feedback_id, number)
);
