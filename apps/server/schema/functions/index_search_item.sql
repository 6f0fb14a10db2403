-- Keeps the search item of a thing, in the transaction that changes it. The argument is the kind of item. It looks up no more than
-- whose the thing is; without an owner nobody finds it. PostgreSQL plans only the statements of the table that has changed.
create or replace function index_search_item() returns trigger language plpgsql as $$
declare
  item search_item;
begin
  if tg_op = 'DELETE' then
    delete from search_item where id = old.id and kind = tg_argv[0];
    return null;
  end if;
  case tg_table_name
    when 'client' then
      item.workspace_id := new.workspace_id;
      -- A further contact is found as their client.
      item.client_id := coalesce(new.contact_of, new.id);
      item.title := new.first_name || ' ' || new.last_name || ' ' || concat_ws(' ', new.company, new.email);
    when 'project' then
      item.workspace_id := new.workspace_id;
      item.client_id := new.client_id;
      item.title := new.title;
      item.text := new.title || ' ' || new.description;
    when 'file' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id from project p where p.id = new.project_id;
      item.title := new.name;
    when 'feedback' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id from project p where p.id = new.project_id;
      item.text := new.message;
    when 'feedback_reply' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id
        from feedback f join project p on p.id = f.project_id where f.id = new.feedback_id;
      item.text := new.message;
    when 'note' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id
        from file f join project p on p.id = f.project_id where f.id = new.file_id;
      item.text := new.text;
    when 'note_reply' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id
        from note n join file f on f.id = n.file_id join project p on p.id = f.project_id where n.id = new.note_id;
      item.text := new.text;
    when 'request' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id from project p where p.id = new.project_id;
      item.title := new.title;
      item.text := new.title || ' ' || new.details;
    when 'request_answer' then
      select p.workspace_id, p.client_id into item.workspace_id, item.client_id
        from request r join project p on p.id = r.project_id where r.id = new.request_id;
      item.text := coalesce(new.text, new.comment);
  end case;
  -- A file that was deleted for good has no project.
  if tg_table_name not in ('client', 'project') and not found then
    delete from search_item where id = new.id and kind = tg_argv[0];
    return null;
  end if;
  insert into search_item (id, kind, workspace_id, client_id, title, text)
    values (new.id, tg_argv[0], item.workspace_id, item.client_id, search_text(item.title), search_text(item.text))
    on conflict (id, kind) do update set title = excluded.title, text = excluded.text;
  return null;
end $$;
