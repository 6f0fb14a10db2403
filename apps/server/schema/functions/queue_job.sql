-- Queues the job that is the argument, at most once: it deletes in batches what has lost its owners, or the bytes of deleted files.
create or replace function queue_job() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'file' then
    if not exists (select from changed where state = 'deleted') then
      return null;
    end if;
  end if;
  perform graphile_worker.add_job(tg_argv[0], payload := '{}'::json, max_attempts := 25, job_key := tg_argv[0]);
  return null;
end $$;
