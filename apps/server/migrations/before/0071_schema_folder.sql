-- From now on functions, triggers and views are in schema/, each once. One function takes the place of those for each kind of search
-- item, with triggers of the same names.
drop view search_source;
drop view searchable, searchable_client, searchable_project, searchable_file, searchable_feedback, searchable_note, searchable_request,
  searchable_message;
drop function search_client, search_project, search_file, search_feedback, search_feedback_reply, search_note, search_note_reply,
  search_request, search_request_answer, delete_search_item cascade;
drop function start_conversation, forget_email_refusal, tell_of_plan, queue_byte_deletion, queue_removal cascade;
