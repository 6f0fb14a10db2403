-- A job deletes the bytes of files that have no project any more.
create or replace function queue_byte_deletion() returns trigger language plpgsql as $$
begin
  if exists (select from changed where state = 'deleted') then
    perform graphile_worker.add_job('removeUnwantedBytes', payload := '{}'::json, max_attempts := 25, job_key := 'removeUnwantedBytes');
  end if;
  return null;
end $$;
