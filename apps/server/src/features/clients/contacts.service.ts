import { contacts } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { problem } from '../../platform/http/problem.ts'
import { createOnce } from '../../platform/sql/create-once.ts'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey } from '../../platform/sql/email-keys.ts'
import { inTransaction } from '../../platform/sql/in-transaction.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { audit } from '../audit/audit.ts'
import { addressChange, announceContact, changeDetails, endAccess } from './access.service.ts'
import { findClientOfContact, lockClient, lockContact } from './clients.repository.ts'
import { ClientArchived, ClientNotFound } from './clients.service.ts'
import {
  countContacts,
  findContact,
  findContacts,
  insertContact,
  markRemoved,
  setLooksOnly,
} from './contacts.repository.ts'
import { inviteClient } from './invitations.service.ts'
import { issueCountedLink } from './links.service.ts'

export const ContactNotFound = problem('CONTACT_NOT_FOUND', 404, 'Contact not found.', {
  when: 'There is no such contact, they were removed, or they are somebody else’s; the response does not reveal which.',
})
export const ContactExists = problem(
  'CONTACT_EXISTS',
  409,
  'You have a client or contact with this email already.',
  { when: 'Another client or contact of the same freelancer has this address.' },
)
export const ContactLimitReached = problem(
  'CONTACT_LIMIT_REACHED',
  403,
  `A client can have at most ${contacts.MAX_CONTACTS} contacts.`,
  { when: `The client has ${contacts.MAX_CONTACTS} contacts besides itself.` },
)

export async function listContacts({ db, clock }: AppContext, freelancer: Freelancer, clientId: string) {
  const found = await findContacts(db, freelancer, clientId, clock.now())
  if (!found) throw new ClientNotFound()
  return found
}

/** Takes no place of the plan. */
export async function addContact(
  ctx: AppContext,
  freelancer: Freelancer,
  clientId: string,
  details: contacts.NewContact,
  address?: string,
) {
  const { firstName, lastName, email, looksOnly = false, sendEmail = true, clientRequestId } = details
  const id = newId()
  const added = await createOnce(ctx, freelancer, {
    clientRequestId,
    kind: `contact ${clientId} ${emailKey(email)}`,
    id,
    create: (db) => inTransaction(db, insert),
    find: findAdded,
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId, clientId }, 'contacts.add')
  return added as NonNullable<typeof added>

  async function insert(trx: Db) {
    // The workspace is locked first, as in every change that sends an email.
    const sender = await lockWorkspace(trx, freelancer)
    await requireSession({ ...ctx, db: trx }, freelancer)
    const client = sender && (await lockClient(trx, freelancer, clientId))
    if (!client) throw new ClientNotFound()
    if (client.archivedAt) throw new ClientArchived()
    if ((await countContacts(trx, clientId)) >= contacts.MAX_CONTACTS) throw new ContactLimitReached()
    const unsentInvitation = sendEmail ? null : ('never' as const)
    const row = { id, clientId, firstName, lastName, email, looksOnly, unsentInvitation }
    if (!(await insertContact(trx, freelancer, row))) throw new ContactExists()
    const inTrx = { ...ctx, db: trx }
    await audit(inTrx, freelancer, { action: 'contact.added', target: { kind: 'client', id } })
    if (!looksOnly) await announceContact(inTrx, sender, client, row)
    const loginUrl = await issueCountedLink(inTrx, freelancer, id)
    const emailStatus = sendEmail
      ? await inviteClient(inTrx, sender, { id, email }, { address })
      : ('none' as const)
    return { contact: await getContact(inTrx, freelancer, id), loginUrl, emailStatus }
  }

  /** The link of the lost answer is stored as a hash only, so that a repeated call gets another one. */
  async function findAdded(trx: Db, id: string) {
    const inTrx = { ...ctx, db: trx }
    if (!(await findContact(trx, freelancer, id, ctx.clock.now()))) return
    await requireSession(inTrx, freelancer)
    const loginUrl = await issueCountedLink(inTrx, freelancer, id)
    const contact = await getContact(inTrx, freelancer, id)
    const { unsentInvitation: unsent } = contact
    const emailStatus = unsent === 'never' || !sendEmail ? ('none' as const) : (unsent ?? ('queued' as const))
    return { contact, loginUrl, emailStatus }
  }
}

async function getContact({ db, clock }: AppContext, freelancer: Freelancer, id: string) {
  const contact = await findContact(db, freelancer, id, clock.now())
  if (!contact) throw new ContactNotFound()
  return contact
}

/** A new address has the same consequences as that of a client. */
export async function changeContact(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  { looksOnly, was, ...details }: contacts.ContactChange,
  address?: string,
): Promise<contacts.ChangedContact> {
  const changed = await ctx.db.transaction().execute(async (trx) => {
    const inTrx = { ...ctx, db: trx }
    const sender = await lockWorkspace(trx, freelancer)
    await requireSession(inTrx, freelancer)
    const before = sender && (await lockContact(trx, freelancer, id))
    if (!before) throw new ContactNotFound()
    if (before.archivedAt) throw new ClientArchived()
    const { firstName, lastName, email } = before
    requireUnchanged({ firstName, lastName, email }, details, was)
    if (looksOnly !== undefined) await setLooksOnly(trx, id, looksOnly)
    const hasDetails = Object.keys(details).length > 0
    const { emailStatus } = hasDetails
      ? await changeDetails(inTrx, sender, { ...before, id }, details, { address, Exists: ContactExists })
      : { emailStatus: 'none' as const }
    const contact = await getContact(inTrx, freelancer, id)
    const moved = addressChange(before, contact)
    await audit(inTrx, freelancer, {
      action: 'contact.changed',
      target: { kind: 'client', id },
      details: moved,
    })
    const mayApproveNow = !contact.looksOnly && (before.looksOnly || contact.email !== before.email)
    const client = mayApproveNow && (await findClientOfContact(trx, freelancer, contact.clientId))
    if (client) await announceContact(inTrx, sender, client, contact)
    return { ...contact, emailStatus }
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId, clientId: changed.clientId }, 'contacts.change')
  return changed
}

/** Also of an archived client. Their sessions and links end when the transaction is committed. */
export async function removeContact(ctx: AppContext, freelancer: Freelancer, id: string) {
  const { clientId } = await ctx.db.transaction().execute(async (trx) => {
    const inTrx = { ...ctx, db: trx }
    await requireSession(inTrx, freelancer)
    const contact = await lockContact(trx, freelancer, id)
    if (!contact) throw new ContactNotFound()
    await audit(inTrx, freelancer, { action: 'contact.removed', target: { kind: 'client', id } })
    await endAccess(inTrx, id)
    await markRemoved(trx, id, ctx.clock.now())
    return contact
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId, clientId }, 'contacts.remove')
}
