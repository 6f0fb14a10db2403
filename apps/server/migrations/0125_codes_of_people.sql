-- A code belongs to the person to whom it was mailed. Codes from before are of the client itself.
alter table review_code add column person_id uuid;
update review_code set person_id = p.client_id from review r join project p on p.id = r.project_id where r.id = review_id;
delete from review_code where person_id is null;
alter table review_code
  alter column person_id set not null,
  add constraint review_code_person_id_fkey foreign key (person_id) references client (id) on delete cascade,
  drop constraint review_code_pkey,
  add primary key (review_id, person_id);
create index review_code_of_person on review_code (person_id);
