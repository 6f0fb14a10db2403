create or replace trigger request_is_searchable after insert on request
  for each row execute function index_search_item('request');

create or replace trigger request_stays_searchable after update of title, details on request
  for each row when ((old.title, old.details) is distinct from (new.title, new.details))
  execute function index_search_item('request');

create or replace trigger request_is_not_searchable after delete on request
  for each row execute function index_search_item('request');
