create or replace trigger feedback_is_searchable after insert on feedback
  for each row execute function index_search_item('feedback');

create or replace trigger feedback_stays_searchable after update of message on feedback
  for each row when (old.message is distinct from new.message) execute function index_search_item('feedback');

create or replace trigger feedback_is_not_searchable after delete on feedback
  for each row execute function index_search_item('feedback');
