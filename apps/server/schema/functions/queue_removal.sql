-- A job deletes what has lost its owners.
create or replace function queue_removal() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('deleteRemovedProjects', payload := '{}'::json, max_attempts := 25, job_key := 'deleteRemovedProjects');
  return null;
end $$;
