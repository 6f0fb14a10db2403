import { type clients, type EmailStatus, type Plan, pluralForm } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { ClientUser, Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { createOnce } from '../../platform/sql/create-once.ts'
import type { Db } from '../../platform/sql/database.ts'
import { emailKey } from '../../platform/sql/email-keys.ts'
import { inTransaction } from '../../platform/sql/in-transaction.ts'
import { lockWorkspace } from '../access/lock-workspace.ts'
import { limitsOfPlan } from '../access/plan-limits.ts'
import { requireSession } from '../accounts/sessions.service.ts'
import { audit } from '../audit/audit.ts'
import { getShownBrand } from '../brand/brand.service.ts'
import { mailLastReceipts } from '../receipts/last-receipts.service.ts'
import {
  countClients,
  deleteClient,
  findClient,
  findClientDetail,
  findFreelancerOf,
  findPerson,
  insertClient,
  lockClient,
  lockProjectsOf,
} from './clients.repository.ts'
import { countContents } from './contents.repository.ts'
import { inviteClient, mailLinkTo } from './invitations.service.ts'
import { issueCountedLink, issueHandedOutLink } from './links.service.ts'
import { notifyNewLead } from './notify-new-lead.ts'
import { requireMembers } from './require-members.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    /** With a `requestId` a retry of the job queues no email twice. */
    mailFreshLinks: { email: string; path?: string; requestId?: string }
  }
}

export const ClientNotFound = problem('CLIENT_NOT_FOUND', 404, 'Client not found.', {
  when: 'There is no such client, or it is somebody else’s; the response does not reveal which.',
})
export const ClientLimitReached = problem<[string, string]>(
  'CLIENT_LIMIT_REACHED',
  403,
  'Your %s plan has room for %s.',
  { when: 'Every place for clients that the plan has is taken.', sample: ['Pro', '5 clients'] },
)
export const ClientExists = problem('CLIENT_EXISTS', 409, 'You have a client with this email already.', {
  when: 'Another client of the same freelancer has this address.',
})
export const ClientArchived = problem('ARCHIVED', 409, 'This client is archived. Bring them back first.')
export const FreelancerNotFound = problem('FREELANCER_NOT_FOUND', 404, 'The freelancer was not found.', {
  when: 'The freelancer’s account is gone.',
})

export async function createClient(
  ctx: AppContext,
  freelancer: Freelancer,
  details: clients.NewClient,
  address?: string,
) {
  const { firstName, lastName, email, company = null, sendEmail = true } = details
  const { invite = sendEmail ? 'now' : 'never' } = details
  const id = newId()
  const created = await createOnce<Created>(ctx, freelancer, {
    clientRequestId: details.clientRequestId,
    kind: `client ${emailKey(email)}`,
    id,
    create: (db) => inTransaction(db, insert),
    find: findCreated,
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId }, 'clients.create')
  return created as Created

  async function insert(trx: Db) {
    // Locked, so that two concurrent requests cannot both take the last place.
    const locked = await lockWorkspace(trx, freelancer)
    if (!locked) throw new FreelancerNotFound()
    await requireSession({ ...ctx, db: trx }, freelancer)
    await requireClientPlace({ ...ctx, db: trx }, freelancer, locked.plan)
    const { leadId = freelancer.personId } = details
    if (leadId !== freelancer.personId) await requireMembers(trx, freelancer, [leadId], 'leadId')
    const client = await insertClient(trx, freelancer, {
      id,
      leadId,
      firstName,
      lastName,
      email,
      company,
      unsentInvitation: invite === 'now' ? null : invite,
    })
    if (!client) throw new ClientExists()
    const inTrx = { ...ctx, db: trx }
    await audit(inTrx, freelancer, { action: 'client.created', target: { kind: 'client', id } })
    if (leadId !== freelancer.personId) await notifyNewLead(inTrx, freelancer, { clientId: id, leadId })
    const loginUrl = await issueHandedOutLink(inTrx, client.id)
    if (invite === 'first-project') return { client, loginUrl, emailStatus: invite }
    const emailStatus = invite === 'now' ? await inviteClient(inTrx, locked, client, { address }) : 'none'
    return { client, loginUrl, emailStatus }
  }

  /** The link of the lost answer is stored as a hash only, so that a repeated call gets another one. */
  async function findCreated(trx: Db, id: string) {
    const found = await findClientDetail(trx, freelancer, id, ctx.clock.now())
    if (!found) return
    const { access, members: _members, lead: _lead, ...client } = found
    await requireSession({ ...ctx, db: trx }, freelancer)
    const loginUrl = await issueCountedLink({ ...ctx, db: trx }, freelancer, id)
    const { unsentInvitation: unsent } = access
    const emailStatus = unsent === 'never' || invite === 'never' ? 'none' : (unsent ?? 'queued')
    return { client, loginUrl, emailStatus } satisfies Created
  }
}

interface Created {
  client: clients.Client
  loginUrl: string
  emailStatus: EmailStatus
}

/** The caller has locked the workspace. Archived clients do not count. */
export async function requireClientPlace(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  freelancer: Freelancer,
  plan: Plan,
) {
  const { title, clientLimit } = limitsOfPlan(config, plan)
  if ((await countClients(db, freelancer)) >= clientLimit)
    throw new ClientLimitReached(title, clientsText(clientLimit))
}

export async function getClientDetail({ db, clock }: AppContext, freelancer: Freelancer, id: string) {
  const client = await findClientDetail(db, freelancer, id, clock.now())
  if (!client) throw new ClientNotFound()
  return client
}

export async function getClient({ db }: AppContext, freelancer: Freelancer, id: string) {
  const client = await findClient(db, freelancer, id)
  if (!client) throw new ClientNotFound()
  return client
}

/** Throws when the client cannot be reached, or is archived. */
export async function getWritableClient(ctx: AppContext, freelancer: Freelancer, id: string) {
  const client = await getClient(ctx, freelancer, id)
  if (client.archivedAt) throw new ClientArchived()
  return client
}

export async function countClientContents({ db }: AppContext, freelancer: Freelancer, id: string) {
  const contents = await countContents(db, freelancer, id)
  if (!contents) throw new ClientNotFound()
  return contents
}

/**
 * The client's sessions end, so only the freelancer is notified. The locks come first: an approval at the same time is refused, or
 * its receipt is mailed.
 */
export async function removeClient(ctx: AppContext, freelancer: Freelancer, id: string) {
  const { db, live } = ctx
  await db.transaction().execute(async (trx) => {
    if (!(await lockClient(trx, freelancer, id))) throw new ClientNotFound()
    await lockProjectsOf(trx, id)
    await mailLastReceipts(ctx, trx, { clientId: id })
    await audit({ ...ctx, db: trx }, freelancer, { action: 'client.deleted', target: { kind: 'client', id } })
    await deleteClient(trx, freelancer, id)
  })
  live.changed({ workspaceId: freelancer.workspaceId }, 'clients.remove')
}

/** Mails a client or contact the invitation if it has not been sent, else another link; earlier links still work. */
export async function resendLogin(ctx: AppContext, freelancer: Freelancer, id: string, address: string) {
  const resent = await ctx.db.transaction().execute(async (trx) => {
    const sender = await lockWorkspace(trx, freelancer)
    const client = sender && (await findPerson(trx, freelancer, id))
    if (!client) throw new ClientNotFound()
    if (client.archivedAt) throw new ClientArchived()
    const emailStatus = await mailLinkTo({ ...ctx, db: trx }, sender, client, { address })
    await audit({ ...ctx, db: trx }, freelancer, { action: 'link.mailed', target: { kind: 'client', id } })
    return { fullName: `${client.firstName} ${client.lastName}`, emailStatus }
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId }, 'clients.resendLogin')
  return resent
}

/** Creates another link of a client or contact for the freelancer to pass on. An archived client reads by it. */
export async function createLoginLink(ctx: AppContext, freelancer: Freelancer, id: string) {
  const loginUrl = await ctx.db.transaction().execute(async (trx) => {
    const inTrx = { ...ctx, db: trx }
    await requireSession(inTrx, freelancer)
    if (!(await findPerson(trx, freelancer, id))) throw new ClientNotFound()
    return issueCountedLink(inTrx, freelancer, id)
  })
  ctx.live.changed({ workspaceId: freelancer.workspaceId }, 'clients.createLoginLink')
  return { loginUrl }
}

/** Response and duration do not reveal whether such a client exists: the search is done by a job. */
export async function requestLink(
  ctx: AppContext,
  { email, path }: { email: string; path?: string },
  address: string,
) {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await ctx.outbox.mayRequest(trx, 'client', address))) return
    await ctx.jobs.add(trx, 'mailFreshLinks', { email, ...(path && { path }), requestId: newId() })
  })
  return { message: 'If this address has been invited, the link arrives within a minute.' }
}

export async function getMyFreelancer(ctx: AppContext, client: ClientUser) {
  const [found, brand] = await Promise.all([
    findFreelancerOf(ctx.db, client),
    getShownBrand(ctx, client.workspaceId),
  ])
  if (!found) throw new FreelancerNotFound()
  const { id, name, email, company } = found
  return { freelancer: { id, name, email, role: company ?? 'Freelancer', brand } }
}

function clientsText(count: number) {
  return pluralForm(count, 'one client', `${count} clients`)
}
