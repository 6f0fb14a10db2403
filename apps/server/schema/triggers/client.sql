create or replace trigger client_has_events after delete on client
  for each row execute function delete_events();

create or replace trigger client_was_deleted after delete on client
  for each statement execute function queue_job('deleteRemovedProjects');

create or replace trigger client_is_searchable after insert on client
  for each row execute function index_search_item('client');

create or replace trigger client_stays_searchable after update of first_name, last_name, company, email on client
  for each row when ((old.first_name, old.last_name, old.company, old.email) is distinct from (new.first_name, new.last_name, new.company, new.email))
  execute function index_search_item('client');

create or replace trigger client_is_not_searchable after delete on client
  for each row execute function index_search_item('client');
