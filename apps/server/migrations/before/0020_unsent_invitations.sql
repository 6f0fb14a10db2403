-- Why a client's invitation has not been sent; null when it has, or was not asked for.
-- unconfirmed:   it waits until the freelancer's address is confirmed.
-- first-project: it waits for the client's first project.
-- limited:       there were too many emails.
alter table client add column unsent_invitation text check (unsent_invitation in ('unconfirmed', 'first-project', 'limited'));
update client set unsent_invitation = 'unconfirmed' where invitation_waits;
alter table client drop column invitation_waits;
