create or replace trigger feedback_reply_is_searchable after insert on feedback_reply
  for each row execute function index_search_item('feedback');

create or replace trigger feedback_reply_stays_searchable after update of message on feedback_reply
  for each row when (old.message is distinct from new.message) execute function index_search_item('feedback');

create or replace trigger feedback_reply_is_not_searchable after delete on feedback_reply
  for each row execute function index_search_item('feedback');
