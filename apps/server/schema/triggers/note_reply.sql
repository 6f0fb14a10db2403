create or replace trigger note_reply_is_searchable after insert on note_reply
  for each row execute function index_search_item('note');

create or replace trigger note_reply_stays_searchable after update of text on note_reply
  for each row when (old.text is distinct from new.text) execute function index_search_item('note');

create or replace trigger note_reply_is_not_searchable after delete on note_reply
  for each row execute function index_search_item('note');
