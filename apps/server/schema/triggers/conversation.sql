create or replace trigger conversation_ends after delete on conversation
  for each row execute function end_conversation();

create or replace trigger conversation_loses_freelancer before update of workspace_id on conversation
  for each row when (new.workspace_id is null) execute function remove_conversation();
