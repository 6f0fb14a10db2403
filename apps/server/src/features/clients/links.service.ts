import { linkPaths } from '@portico/contract'
import { v7 as newId } from 'uuid'
import type { Freelancer } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { createSecret, hashSecret } from '../../platform/http/secrets.ts'
import type { Person } from '../../platform/realtime/live.ts'
import type { Db } from '../../platform/sql/database.ts'
import type { Parties } from '../access/parties.ts'
import { looksOnlyClaim } from '../accounts/session-tokens.ts'
import { createSession } from '../accounts/sessions.service.ts'
import { isKnownTimeZone } from '../accounts/time-zones.service.ts'
import { audit } from '../audit/audit.ts'
import { auditAttempt } from '../audit/audit-attempts.ts'
import { recordEvents } from '../events/record-events.ts'
import {
  deleteExpired,
  deleteLink,
  findOwnerOfDeadLink,
  insertHandedOutLink,
  insertMailedLink,
  lockScope,
  recordOpening,
  selectLinkOwner,
  setTimeZone,
} from './links.repository.ts'

declare module '../../platform/jobs/jobs.ts' {
  interface JobPayloads {
    deleteExpiredLinks: Record<never, never>
  }
}

const ROWS_PER_BATCH = 1_000

export const LinkNotValid = problem('LINK_NOT_VALID', 401, 'This login link has expired or is not valid.', {
  when: 'A login link has expired, was ended, or never was one.',
})

/** Creates a link that the freelancer is shown. It logs this client in until it expires, and only its hash is stored. */
export async function issueHandedOutLink(ctx: AppContext, clientId: string): Promise<string> {
  const { row, loginUrl } = newLink(ctx, clientId)
  await insertHandedOutLink(ctx.db, row)
  return loginUrl
}

/** Each link can begin a session. One client's links count against their freelancer's limit. */
export function issueCountedLink(ctx: AppContext, freelancer: Freelancer, clientId: string) {
  return ctx.limits.sessions.run(freelancer, async () => {
    await audit(ctx, freelancer, { action: 'link.created', target: { kind: 'client', id: clientId } })
    return issueHandedOutLink(ctx, clientId)
  })
}

/** The same for an email, which nobody else may see; undefined when the client has another address by now. */
export async function issueMailedLink(ctx: AppContext, client: { id: string; email: string }) {
  const { row, loginUrl } = newLink(ctx, client.id)
  const workspaceId = await insertMailedLink(ctx.db, client.email, row)
  if (workspaceId === undefined) return undefined
  ctx.live.changed({ workspaceId }, 'clients.linkMailed')
  return loginUrl
}

function newLink({ config, clock }: AppContext, clientId: string) {
  const { secret, hash } = createSecret()
  const expiresAt = new Date(clock.now().getTime() + config.loginLinkTtl * 1_000)
  return {
    row: { id: newId(), tokenHash: hash, clientId, expiresAt },
    loginUrl: config.publicUrl + linkPaths.clientLogin(secret),
  }
}

export async function withdrawLoginLink({ db }: AppContext, loginUrl: string) {
  await deleteLink(db, hashSecret(new URL(loginUrl).searchParams.get('token') ?? ''))
}

/** Each email to a client has a link of its own, and few are opened. */
export async function deleteExpiredLinks({ db, clock }: AppContext) {
  while ((await deleteExpired(db, clock.now(), ROWS_PER_BATCH)) === ROWS_PER_BATCH);
}

interface Browser {
  userAgent?: string | undefined
  timeZone?: string | undefined
}

/** Exchanges a link's token for a session of its client. */
export async function enterByLink(ctx: AppContext, token: string, { userAgent, timeZone }: Browser = {}) {
  const [tokenHash, now] = [hashSecret(token), ctx.clock.now()]
  const hasZone = timeZone !== undefined && (await isKnownTimeZone(ctx, timeZone))
  const result = await ctx.db.transaction().execute(async (trx) => {
    const owner = selectLinkOwner(tokenHash, now)
    const session = await createSession({ ...ctx, db: trx }, { side: 'client', owner, userAgent })
    if (!session) return undefined
    const { id, clientId, workspaceId, firstName, lastName, isNew } = session.owner
    const person = { side: 'client' as const, personId: id }
    // Over the limit the transaction rolls the session back.
    await ctx.limits.sessions.run(person, async () => {
      await recordOpening(trx, tokenHash, id, now)
      const details = { method: 'link', from: session.owner.knownBy }
      await audit({ ...ctx, db: trx }, { ...person, workspaceId }, { action: 'login.succeeded', details })
      if (isNew) await recordJoining(trx, { workspaceId, clientId }, person, now)
      if (hasZone) await setTimeZone(trx, id, timeZone)
    })
    const names = { firstName, lastName, ...looksOnlyClaim(session.owner.looksOnly) }
    return { person, workspaceId, token: ctx.tokens.sign({ ...session.claims, ...names }) }
  })
  if (!result) {
    await auditDeadLink(ctx, tokenHash)
    throw new LinkNotValid()
  }
  const { person, workspaceId, ...entered } = result
  ctx.live.changed({ workspaceId }, 'clients.sessionStarted')
  ctx.live.changed(person, 'accounts.sessionStarted')
  return entered
}

async function auditDeadLink(ctx: AppContext, tokenHash: Buffer) {
  const owner = await findOwnerOfDeadLink(ctx.db, tokenHash)
  if (owner)
    auditAttempt(ctx, { side: 'client', ...owner }, { action: 'login.failed', details: { method: 'link' } })
}

/** Records the first login of a client or contact. Reading the link has locked them. */
async function recordJoining(trx: Db, client: Parties, person: Person, now: Date) {
  // Events are numbered under the lock of the client, which may be another row than the contact's.
  if (client.clientId !== person.personId) await lockScope(trx, client.clientId)
  return recordEvents(
    trx,
    { ...client, projectId: null },
    person,
    [{ kind: 'client_joined', subject: {} }],
    now,
  )
}
