-- A form that is being received, so that all processes count it and keep its size free on the disk. Its process renews `seen_at`;
-- a row that is not renewed was left by a process that was killed.
create table form_upload (
  id uuid primary key,
  freelancer_id uuid not null references freelancer on delete cascade,
  uploader text not null,
  size bigint not null,
  received bigint not null default 0,
  seen_at timestamptz not null default clock_timestamp()
);
create index form_upload_of_account on form_upload (freelancer_id);
