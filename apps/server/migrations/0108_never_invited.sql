-- A freelancer who sends the link themselves may want no email to the client before they have come in.
alter table client drop constraint client_unsent_invitation_check;
alter table client add constraint client_unsent_invitation_check
  check (unsent_invitation in ('unconfirmed', 'first-project', 'limited', 'never'));
