create or replace trigger note_is_searchable after insert on note
  for each row execute function index_search_item('note');

create or replace trigger note_stays_searchable after update of text on note
  for each row when (old.text is distinct from new.text) execute function index_search_item('note');

create or replace trigger note_is_not_searchable after delete on note
  for each row execute function index_search_item('note');
