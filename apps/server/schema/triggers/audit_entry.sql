create or replace trigger audit_entry_is_kept before delete or update on audit_entry
  for each row execute function keep_audit_entries();

create or replace trigger audit_entries_are_kept before truncate on audit_entry
  for each statement execute function keep_audit_entries();
