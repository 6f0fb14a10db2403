-- Deleting a client or an account takes one short statement, whatever they had. Their projects and conversations lose their
-- owners, so nobody reaches them any more, and a job deletes them in batches.
alter table project
  alter column freelancer_id drop not null,
  alter column client_id drop not null,
  drop constraint project_client_id_freelancer_id_fkey,
  add foreign key (client_id, freelancer_id) references client (id, freelancer_id) on delete set null,
  drop constraint project_freelancer_id_time_zone_fkey,
  add foreign key (freelancer_id, time_zone) references freelancer (id, time_zone)
    on update cascade on delete set null (freelancer_id),
  add constraint project_owners check (in_bin or (freelancer_id is not null and client_id is not null));

create function remove_project() returns trigger language plpgsql as $$
begin
  -- As strong a lock as deleting the project takes: whoever deletes files in its bin for good holds a weaker one.
  perform from project where id = old.id for update;
  new.freelancer_id := null;
  new.client_id := null;
  new.in_bin := true;
  delete from bin_item where project_id = new.id;
  delete from unread where scope_id = new.id;
  return new;
end $$;
create trigger project_loses_owners before update of freelancer_id, client_id on project
  for each row when (new.freelancer_id is null or new.client_id is null) execute function remove_project();

-- What is written into a project while it loses its owners is found by nobody.
alter table search_item
  alter column freelancer_id drop not null,
  alter column client_id drop not null;

-- Feedback goes with its project.
alter table feedback drop constraint feedback_client_id_fkey;
drop index feedback_of_client;

alter table conversation
  alter column freelancer_id drop not null,
  drop constraint conversation_client_id_freelancer_id_fkey,
  add foreign key (client_id, freelancer_id) references client (id, freelancer_id) on delete set null (freelancer_id);

create function remove_conversation() returns trigger language plpgsql as $$
begin
  new.client_mail_due := null;
  new.freelancer_mail_due := null;
  return new;
end $$;
create trigger conversation_loses_freelancer before update of freelancer_id on conversation
  for each row when (new.freelancer_id is null) execute function remove_conversation();

create function queue_removal() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('deleteRemovedProjects', payload := '{}'::json, max_attempts := 25, job_key := 'deleteRemovedProjects');
  return null;
end $$;
create trigger client_was_deleted after delete on client for each statement execute function queue_removal();

-- What the freelancer's program calls it. A request that is sent again under the same name is added once.
alter table request add column client_request_id text;
create unique index request_once on request (project_id, client_request_id) where client_request_id is not null;
