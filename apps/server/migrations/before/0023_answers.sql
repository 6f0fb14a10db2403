-- When the freelancer wrote last. For 30 days the client may answer, even without an ongoing project.
alter table conversation add column freelancer_wrote_at timestamptz(3);

-- Messages after the last one of the freelancer are all the client's.
update conversation c
set freelancer_wrote_at = (
  select created_at from message where client_id = c.client_id and not by_client order by number desc limit 1
)
where last_number > client_total;
