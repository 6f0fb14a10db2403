-- A deleted file, project, client or account takes the project from its files. Nothing of them is kept but the id, nor their notes.
-- They name no request, link or section any more: a row that was updated twice by one statement is checked for what it names even where that has
-- not changed.
create or replace function delete_file() returns trigger language plpgsql as $$
begin
  new.state = 'deleted';
  new.name = '';
  new.sha256 = null;
  new.expires_at = null;
  new.request_id = null;
  new.link_id = null;
  new.section_id = null;
  delete from note where file_id = new.id;
  delete from team_note where file_id = new.id;
  return new;
end $$;
