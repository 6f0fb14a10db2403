-- One word for a thing: a link that is given to a guest is a guest link, and what is counted in events are notifications.
alter table request_link rename to guest_link;
alter table guest_link rename constraint request_link_pkey to guest_link_pkey;
alter table guest_link rename constraint request_link_token_hash_key to guest_link_token_hash_key;
alter table guest_link rename constraint request_link_made_by_check to guest_link_made_by_check;
alter table guest_link rename constraint request_link_request_id_fkey to guest_link_request_id_fkey;
alter index request_link_list rename to guest_link_list;

alter table event rename column freelancer_news to freelancer_notifications;
alter table event rename column client_news to client_notifications;
alter table unread rename column read_news to read_notifications;
alter table unread rename column mailed_news to mailed_notifications;
