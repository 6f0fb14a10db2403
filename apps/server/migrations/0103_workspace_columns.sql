-- Clients, projects and what comes with them belong to a workspace, which has its founder's id. What belongs to a person keeps the column
-- freelancer_id: sessions, devices, password resets, confirmations, calendar feeds and what they have created once.
alter table billing_account rename column freelancer_id to workspace_id;
alter table bin_item rename column freelancer_id to workspace_id;
alter table client rename column freelancer_id to workspace_id;
alter table conversation rename column freelancer_id to workspace_id;
alter table event rename column freelancer_id to workspace_id;
alter table form_upload rename column freelancer_id to workspace_id;
alter table project rename column freelancer_id to workspace_id;
alter table request rename column freelancer_id to workspace_id;
alter table search_item rename column freelancer_id to workspace_id;

alter table billing_account rename constraint billing_account_freelancer_id_fkey to billing_account_workspace_id_fkey;
alter table client rename constraint client_id_freelancer_id_key to client_id_workspace_id_key;
alter table client rename constraint client_freelancer_id_fkey to client_workspace_id_fkey;
alter table conversation rename constraint conversation_client_id_freelancer_id_fkey to conversation_client_id_workspace_id_fkey;
alter table form_upload rename constraint form_upload_freelancer_id_fkey to form_upload_workspace_id_fkey;
alter table project rename constraint project_client_id_freelancer_id_fkey to project_client_id_workspace_id_fkey;
alter table project rename constraint project_freelancer_id_time_zone_fkey to project_workspace_id_time_zone_fkey;
alter index conversation_of_freelancer rename to conversation_of_workspace;
alter index request_of_freelancer rename to request_of_workspace;
