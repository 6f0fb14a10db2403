-- A message's id is made of what its row holds anyway (as message-id.ts makes it): neither stored nor indexed, it is found by the
-- number in it.
create or replace function message_id(client_id uuid, created_at timestamptz, number int) returns uuid stable parallel safe
return (lpad(to_hex((date_part('epoch', created_at) * 1000)::bigint), 12, '0') || substr(client_id::text, 15, 14)
  || lpad(to_hex(number), 8, '0'))::uuid;
