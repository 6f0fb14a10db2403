create table messages (
  id bigserial primary key,
  freelancer_id int not null,
  client_id int not null,
  sender_type text not null,
  content text not null,
  created_at timestamptz not null default now()
);
create index on messages (client_id, id);
