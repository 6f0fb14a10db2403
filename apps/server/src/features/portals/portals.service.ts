import { type portals, thingOfPath } from '@portico/contract'
import type { ClientUser } from '../../platform/actors.ts'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { hashSecret } from '../../platform/http/secrets.ts'
import { looksOnlyClaim } from '../accounts/session-tokens.ts'
import { audit } from '../audit/audit.ts'
import { findClientOfThing } from '../clients/client-of-thing.ts'
import { LinkNotValid } from '../clients/links.service.ts'
import { deleteGroup, findPortalByLink, findPortals, findSessionIn, moveGroup } from './portals.repository.ts'

/** A client with the group of sessions that their token reaches. */
export interface PortalUser extends ClientUser {
  group: string
}

export const PortalNotFound = problem(
  'PORTAL_NOT_FOUND',
  404,
  'This portal is not signed in in this browser any more.',
  { when: 'The session of the portal has ended, or the token does not reach it.' },
)

export function listPortals({ db, clock }: AppContext, user: PortalUser): Promise<portals.ListedPortal[]> {
  return findPortals(db, user, clock.now())
}

/** Opens nothing, so the link still counts as unused. */
export async function findPortalOfLink({ db, clock }: AppContext, token: string) {
  const portal = await findPortalByLink(db, hashSecret(token), clock.now())
  if (!portal) throw new LinkNotValid()
  return portal
}

/** Null for a page without a thing of its own, and for a thing of anybody else. */
export async function findPortalOfPage({ db, clock }: AppContext, user: PortalUser, path: string) {
  const thing = thingOfPath(path)
  const clientId = thing && (await findClientOfThing(db, thing))
  const session = clientId && (await findSessionIn(db, user, clientId, clock.now()))
  return session ? clientId : null
}

/**
 * Moves the portals of the caller's browser to the group of the session that a link has just created, and returns a token for that
 * session. The group gets a new id each time, so a token that somebody copied from this browser before never reaches what is
 * added later.
 */
export async function joinPortals(ctx: AppContext, user: PortalUser, token: string) {
  const added = ctx.tokens.read(token)
  if (added?.role !== 'client' || added.preview || added.group !== undefined) throw new PortalNotFound()
  const group = added.sid
  const session = await ctx.db.transaction().execute(async (trx) => {
    const inGroup = { ...user, personId: added.sub, sessionId: added.sid, group }
    await moveGroup(trx, user, inGroup)
    // Read afterwards, because the session may have ended until it was locked.
    const session = await findSessionIn(trx, inGroup, added.sub, ctx.clock.now())
    if (session?.id !== added.sid) throw new PortalNotFound()
    return session
  })
  return signFor(ctx, session, group)
}

export async function enterPortal(ctx: AppContext, user: PortalUser, clientId: string) {
  const session = await findSessionIn(ctx.db, user, clientId, ctx.clock.now())
  if (!session) throw new PortalNotFound()
  return signFor(ctx, session, user.group)
}

/** Ends the sessions of the group. Those of other browsers live on. */
export async function leavePortals(ctx: AppContext, user: PortalUser) {
  const { sessionCache, live, clock } = ctx
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const ended = await deleteGroup(trx, user, clock.now())
    for (const { clientId, workspaceId } of ended) {
      const client = { side: 'client', personId: clientId, workspaceId } as const
      const details = { method: 'logout', count: 1 }
      await audit({ ...ctx, db: trx }, client, { action: 'session.ended', details })
    }
    return ended
  })
  for (const { id, clientId, workspaceId } of ended) {
    sessionCache.drop(id)
    live.changed({ side: 'client', personId: clientId }, 'accounts.sessionEnded')
    live.changed({ workspaceId }, 'clients.sessionEnded')
  }
}

type Session = NonNullable<Awaited<ReturnType<typeof findSessionIn>>>

function signFor({ tokens, clock }: AppContext, session: Session, group: string) {
  const { id: sid, clientId: sub, firstName, lastName, expiresAt } = session
  const iat = Math.floor(clock.now().getTime() / 1_000)
  const exp = Math.floor(Date.parse(expiresAt) / 1_000)
  return tokens.sign({
    sub,
    role: 'client',
    sid,
    iat,
    exp,
    firstName,
    lastName,
    ...looksOnlyClaim(session.looksOnly),
    group,
  })
}
