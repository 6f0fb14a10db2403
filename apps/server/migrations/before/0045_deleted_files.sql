-- As in 0016. Besides, a deleted file names no request and no link. They may go in the same statement, and a row that was updated
-- twice by one statement is checked for what it names even where that has not changed: clients to whose request a guest had given
-- a file could not be deleted.
create or replace function delete_file() returns trigger language plpgsql as $$
begin
  new.state = 'deleted';
  new.name = '';
  new.sha256 = null;
  new.expires_at = null;
  new.request_id = null;
  new.link_id = null;
  return new;
end $$;
