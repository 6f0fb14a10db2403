create or replace trigger installation_written before insert or update on installation
  for each row execute function note_writer();
