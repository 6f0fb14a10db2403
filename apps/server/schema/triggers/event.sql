create or replace trigger event_is_numbered before insert on event
  for each row execute function number_event();
