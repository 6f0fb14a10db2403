create or replace trigger file_loses_project before update of project_id on file
  for each row when (new.project_id is null) execute function delete_file();

create or replace trigger file_was_deleted after update on file referencing new table as changed
  for each statement execute function queue_job('removeUnwantedBytes');

create or replace trigger file_is_searchable after insert on file
  for each row execute function index_search_item('file');

create or replace trigger file_stays_searchable after update of name, project_id on file
  for each row when ((old.name, old.project_id) is distinct from (new.name, new.project_id))
  execute function index_search_item('file');

create or replace trigger file_is_not_searchable after delete on file
  for each row execute function index_search_item('file');
