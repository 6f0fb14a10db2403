import type { clients, EmailStatus } from '@portico/contract'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { requireUnchanged } from '../../platform/http/changed-meanwhile.ts'
import { problem } from '../../platform/http/problem.ts'
import { queueWhenAllowed } from '../../platform/mail/queue-when-allowed.ts'
import { emailKey } from '../../platform/sql/email-keys.ts'
import { endCodes } from '../access/end-codes.ts'
import { endFeed } from '../access/end-feed.ts'
import { endGuestLinksOfPerson } from '../access/end-guest-links.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { endSessions } from '../accounts/ended-sessions.service.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { audit } from '../audit/audit.ts'
import { sendWaitingNotifications } from '../events/waiting-emails.ts'
import { hasProject } from './addressees.repository.ts'
import { requireArchivedAlone, setClientArchived } from './archive.service.ts'
import { recordAddressChange } from './changed-addresses.repository.ts'
import { lockClient, lockPerson, updateDetails } from './clients.repository.ts'
import { ClientArchived, ClientExists, ClientNotFound } from './clients.service.ts'
import { inviteClient, mailLinkTo, type Sender } from './invitations.service.ts'
import { deleteLinks } from './links.repository.ts'
import { issueHandedOutLink } from './links.service.ts'

export const ClientCameIn = problem('CLIENT_CAME_IN', 409, 'This client has come in already.', {
  when: 'The change says when a client is invited who has come in by now.',
})

/** The old address may belong to somebody else: its links and sessions end, and the new address is mailed a link. */
export async function updateClient(
  ctx: AppContext,
  freelancer: Freelancer,
  id: string,
  change: clients.ClientChange,
  address?: string,
): Promise<clients.ChangedClient> {
  const { archived, invite, was, ...details } = change
  if (archived !== undefined) {
    requireArchivedAlone({ ...details, ...(invite && { invite }) })
    return setClientArchived(ctx, freelancer, id, archived)
  }
  const changed = await ctx.db.transaction().execute(async (trx) => {
    // The workspace is locked first, as in the confirmation of an address.
    const sender = await lockWorkspace(trx, freelancer)
    await requireSession({ ...ctx, db: trx }, freelancer)
    const before = sender && (await lockClient(trx, freelancer, id))
    if (!before) throw new ClientNotFound()
    if (before.archivedAt) throw new ClientArchived()
    if (invite && before.lastSeenAt) throw new ClientCameIn()
    const { firstName, lastName, email, company } = before
    requireUnchanged({ firstName, lastName, email, company }, details, was)
    const inTrx = { ...ctx, db: trx }
    const options = { invite, address, Exists: ClientExists }
    const changed = await changeDetails(inTrx, sender, { ...before, id }, details, options)
    await audit(inTrx, freelancer, {
      action: 'client.changed',
      target: { kind: 'client', id },
      details: addressChange(before, changed),
    })
    return changed
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId, clientId: id }, 'clients.update')
  return changed
}

/** Both addresses if the change has moved somebody to another one. */
export function addressChange({ email: from }: { email: string }, { email: to }: { email: string }) {
  return emailKey(from) === emailKey(to) ? {} : { from, to }
}

interface Options {
  /** When the freelancer has just chosen to invite them. */
  invite?: clients.Invite | undefined
  /** The IP address of the request. */
  address?: string | undefined
  /** Thrown when somebody else has the new address. */
  Exists: new () => Error
}

/** Of a client or a contact. The caller has locked the freelancer and them. */
export async function changeDetails(
  ctx: AppContext,
  sender: Sender,
  before: PersonBefore & { id: string },
  details: Omit<clients.ClientChange, 'archived' | 'invite'>,
  { invite, address, Exists }: Options,
): Promise<clients.ChangedClient> {
  const { id } = before
  const unsentInvitation = await decideInvitation(ctx, id, before, invite)
  const person = await updateDetails(ctx.db, id, { ...details, unsentInvitation }).catch(
    (error: { code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? new Exists() : error
    },
  )
  const isMoved = emailKey(person.email) !== emailKey(before.email)
  if (isMoved) {
    await recordAddressChange(ctx.db, id, before, ctx.clock.now())
    await endAccess(ctx, id)
    await sendWaitingNotifications(ctx, { side: 'client', personId: id })
    await announceChange(ctx, sender, before)
  }
  const isChosen = invite !== undefined
  const mailing = { unsentInvitation, isMoved, isChosen, address }
  return { ...person, emailStatus: await mailAfterChange(ctx, sender, person, mailing) }
}

/** Why the invitation is not sent after a change. One that waits for the first project has nothing to wait for when there is one. */
async function decideInvitation(
  ctx: AppContext,
  id: string,
  { unsentInvitation }: PersonBefore,
  invite: clients.Invite | undefined,
) {
  if (invite === undefined) return unsentInvitation
  if (invite === 'now') return null
  if (invite === 'first-project' && (await hasProject(ctx.db, id))) return null
  return invite
}

interface Mailing {
  unsentInvitation: clients.UnsentInvitation | null
  /** The client has a new address. */
  isMoved: boolean
  /** The freelancer has just chosen when to invite them. */
  isChosen: boolean
  address: string | undefined
}

async function mailAfterChange(
  ctx: AppContext,
  sender: Sender,
  client: clients.Client,
  { unsentInvitation, isMoved, isChosen, address }: Mailing,
): Promise<EmailStatus> {
  if ((!isMoved && !isChosen) || unsentInvitation === 'never') return 'none'
  // The invitation goes to the new address, in its time.
  if (unsentInvitation === 'first-project') return 'first-project'
  return isChosen
    ? inviteClient(ctx, sender, client, { address })
    : mailLinkTo(ctx, sender, client, { address })
}

/**
 * To the old address, also over the limit as soon as there is room. One that never heard of the portal is told nothing: the
 * invitation still waits, and nobody has come in.
 */
async function announceChange(ctx: AppContext, sender: Sender, before: PersonBefore) {
  if (!mayAnnounce(ctx, sender, before)) return
  const { firstName, lastName, email } = before
  const freelancer = { name: sender.name, company: sender.company, email: sender.email }
  await queueWhenAllowed(
    ctx,
    ctx.db,
    'mailAddressChanged',
    { client: { firstName, lastName, email }, freelancer },
    { purpose: 'address', mailbox: email, account: sender.id },
  )
}

function mayAnnounce({ config }: AppContext, sender: Sender, { unsentInvitation, lastSeenAt }: PersonBefore) {
  if (config.confirmEmail && !sender.confirmedAt) return false
  return !unsentInvitation || lastSeenAt !== null
}

/** To the client, because a freelancer could add themselves, and approve their own work. Under the rules of `announceChange`. */
export async function announceContact(
  ctx: AppContext,
  sender: Sender,
  client: PersonBefore,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
) {
  if (!mayAnnounce(ctx, sender, client)) return
  await queueWhenAllowed(
    ctx,
    ctx.db,
    'mailContactAdded',
    {
      client: { firstName: client.firstName, lastName: client.lastName, email: client.email },
      contact: { firstName, lastName, email },
      freelancer: { name: sender.name, company: sender.company, email: sender.email },
    },
    { purpose: 'address', mailbox: client.email, account: sender.id },
  )
}

type PersonBefore = NonNullable<Awaited<ReturnType<typeof lockClient>>>

/** Ends all links and sessions of a client or contact, archived or not, with the links that they gave to guests, and returns one new link. */
export async function resetAccess(ctx: AppContext, freelancer: Freelancer, id: string) {
  const reset = await ctx.db.transaction().execute(async (trx) => {
    await requireSession({ ...ctx, db: trx }, freelancer)
    if (!(await lockPerson(trx, freelancer, id))) throw new ClientNotFound()
    await endAccess({ ...ctx, db: trx }, id)
    await audit({ ...ctx, db: trx }, freelancer, { action: 'access.reset', target: { kind: 'client', id } })
    return { loginUrl: await issueHandedOutLink({ ...ctx, db: trx }, id) }
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId }, 'clients.resetAccess')
  return reset
}

export async function endAccess(ctx: AppContext, id: string) {
  await endCodes(ctx, id)
  await deleteLinks(ctx.db, id)
  await endFeed(ctx, { side: 'client', personId: id })
  await endSessions(ctx, { side: 'client', personId: id })
  await endGuestLinksOfPerson(ctx, id)
}

const UNIQUE_VIOLATION = '23505'
