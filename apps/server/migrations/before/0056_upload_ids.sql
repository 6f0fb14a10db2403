-- What the uploader's program calls an upload. One that is sent again under the same name is stored once.
alter table file add column client_upload_id text;
create unique index upload_once on file (project_id, uploader_type, client_upload_id) where client_upload_id is not null;
