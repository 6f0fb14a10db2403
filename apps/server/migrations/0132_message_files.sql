-- Files that a message carries, as they were when it was sent: an array of { id, projectId, fileName, size, contentType }. Null without any.
alter table message add column files jsonb;
