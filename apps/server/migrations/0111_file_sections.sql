-- Sections that a freelancer gives the files of a project. All versions of a file are in one.
create table file_section (
  id uuid primary key,
  project_id uuid not null references project (id) on delete cascade,
  position integer not null,
  name text not null
);
create unique index file_section_name on file_section (project_id, lower(name));

alter table file add column section_id uuid references file_section (id) on delete set null;
create index file_of_section on file (section_id) where section_id is not null;
