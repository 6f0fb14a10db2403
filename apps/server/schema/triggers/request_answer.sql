create or replace trigger request_answer_is_searchable after insert on request_answer
  for each row execute function index_search_item('request');

create or replace trigger request_answer_stays_searchable after update of text, comment on request_answer
  for each row when ((old.text, old.comment) is distinct from (new.text, new.comment))
  execute function index_search_item('request');

create or replace trigger request_answer_is_not_searchable after delete on request_answer
  for each row execute function index_search_item('request');
