-- What members write to each other about a client, a project or a file. Nothing that a client reads joins this table.
create table team_note (
  id uuid primary key,
  client_id uuid constraint team_note_client_id_fkey references client (id) on delete cascade,
  project_id uuid constraint team_note_project_id_fkey references project (id) on delete cascade,
  -- The version on which it was written, as of a client's notes.
  file_id uuid constraint team_note_file_id_fkey references file (id) on delete cascade,
  history_id uuid,
  author_id uuid not null,
  text text not null,
  -- Those whom the text mentions.
  mentioned uuid[] not null default '{}',
  created_at timestamp(3) with time zone not null,
  edited_at timestamp(3) with time zone,
  constraint team_note_is_about_one_thing check (num_nonnulls(client_id, project_id, file_id) = 1),
  constraint team_note_history check ((file_id is null) = (history_id is null))
);
create index team_note_of_client on team_note (client_id, id desc) where client_id is not null;
create index team_note_of_project on team_note (project_id, id desc) where project_id is not null;
create index team_note_of_history on team_note (history_id, id desc) where history_id is not null;
create index team_note_of_file on team_note (file_id) where file_id is not null;
