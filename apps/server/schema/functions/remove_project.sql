-- Deleting a client or an account takes one short statement, whatever they had: their projects lose their owners, so nobody reaches
-- them any more, and a job deletes them in batches.
create or replace function remove_project() returns trigger language plpgsql as $$
begin
  -- As strong a lock as deleting the project takes: whoever deletes files in its bin for good holds a weaker one.
  perform from project where id = old.id for update;
  new.workspace_id := null;
  new.client_id := null;
  new.in_bin := true;
  delete from bin_item where project_id = new.id;
  delete from unread where scope_id = new.id;
  return new;
end $$;
