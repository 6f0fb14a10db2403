create or replace trigger project_has_events after delete on project
  for each row execute function delete_events();

create or replace trigger project_loses_owners before update of workspace_id, client_id on project
  for each row when (new.workspace_id is null or new.client_id is null) execute function remove_project();

create or replace trigger project_is_searchable after insert on project
  for each row execute function index_search_item('project');

create or replace trigger project_stays_searchable after update of title, description on project
  for each row when ((old.title, old.description) is distinct from (new.title, new.description))
  execute function index_search_item('project');

create or replace trigger project_is_not_searchable after delete on project
  for each row execute function index_search_item('project');
