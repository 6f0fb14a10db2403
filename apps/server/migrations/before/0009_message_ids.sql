-- A message's id is made of what its row holds anyway (as message-id.ts makes it): neither stored nor indexed, it is found
-- by the number in it. Those before get new ones. A process of an earlier version that still runs cannot store messages.
alter table message drop column id;

create function message_id(client_id uuid, created_at timestamptz, number int) returns uuid stable parallel safe
return (lpad(to_hex((date_part('epoch', created_at) * 1000)::bigint), 12, '0') || substr(client_id::text, 15, 14)
  || lpad(to_hex(number), 8, '0'))::uuid;
