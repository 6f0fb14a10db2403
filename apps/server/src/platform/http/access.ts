import type { Access } from '@portico/contract'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Actor, ClientUser, Freelancer } from '../actors.ts'
import { countHeaders } from './count-headers.ts'
import { problem } from './problem.ts'
import type { Restriction } from './session-cache.ts'
import type { Claims } from './tokens.ts'

export const NotSignedIn = problem('NOT_SIGNED_IN', 401, 'Please log in.', {
  when: 'There is no token, or it is not ours, has expired, or its session has ended.',
})
export const NotAllowed = problem('NOT_ALLOWED', 403, 'You are not allowed to do this.', {
  when: 'The session is good, but of the other role: a client’s where a freelancer’s is needed, or the reverse.',
})
export const PreviewReadOnly = problem(
  'PREVIEW_READ_ONLY',
  403,
  'This is a preview: you can look at everything, but change nothing.',
  {
    when: 'The token is that of a preview, and the method is neither GET nor HEAD. Nothing else of the request was looked at. The socket refuses such a token too.',
  },
)

export const LooksOnly = problem('LOOKS_ONLY', 403, 'You can look at everything here, but not change it.', {
  when: 'The caller is a contact who only looks, and the call would change more than what is their own.',
})

export const ConfirmItIsYou = problem('CONFIRM_IT_IS_YOU', 403, 'Please confirm that it is you.', {
  when: 'The call changes how safe the account is, and neither password nor passkey was given in this session in the last ten minutes: `POST /api/auth/confirm`, then send it again.',
})
export const SecondFactorNeeded = problem(
  'SECOND_FACTOR_NEEDED',
  403,
  'Please set up two-step sign-in first.',
  {
    when: 'A second factor is required by the operator or the owner of the workspace, and the caller has none. They may set one up, go to another workspace, and log out.',
  },
)
export const MemberPaused = problem(
  'MEMBER_PAUSED',
  403,
  'You are paused here: more people work in this workspace than it has room for.',
  {
    when: 'The plan of the workspace has room for fewer members than work in it, and the caller is not among those whom the owner chose. They may read why (`GET /api/workspace`), go to another workspace, and log out.',
  },
)
const RESTRICTIONS = { paused: MemberPaused, no_factor: SecondFactorNeeded }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    changesOwn?: true
    sensitive?: true | 'own-password'
    beforeFactor?: true
    whilePaused?: true
    whenBlank?: string
    sends?: string
  }
  interface FastifyRequest {
    actor: Actor | null
    claims: Claims | null
    readonly person: Actor
    readonly freelancer: Freelancer
    readonly client: ClientUser
  }
}

export interface Session {
  actor: Actor
  claims: Claims
  /** A freelancer reads what their client sees. */
  isPreview: boolean
  restriction: Restriction | null
}

/** The address is that of the request. */
export type Authenticate = (token: string, address?: string) => Session | null | Promise<Session | null>

interface Sessions {
  /** Null when the token is invalid or its session has ended. */
  authenticate: Authenticate
  /** Whether a freelancer has given their password or passkey lately. */
  isConfirmed(freelancer: Freelancer): Promise<boolean>
  /** Throws when the session has ended since the request began. */
  requireLiveSession(claims: Claims): Promise<void>
  /** Null when the token is right and does not expire soon. */
  renewToken(session: Session): Promise<string | null> | string | null
}

/** Checks who may call a route. A route without `access` cannot be registered. */
export const access = fp(async (app, sessions: Sessions) => {
  const { authenticate, requireLiveSession, renewToken } = sessions
  app.decorateRequest('actor', null)
  app.decorateRequest('claims', null)
  app.decorateRequest('person', { getter: getPerson })
  app.decorateRequest('freelancer', { getter: freelancer })
  app.decorateRequest('client', { getter: client })

  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`)
  })

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { access, changesOwn } = request.routeOptions.config
    if (access === 'anyone' || access === undefined) return

    if (access === 'optional' && request.headers.authorization === undefined) return

    const token = bearerToken(request)
    const session = token ? await authenticate(token, request.ip) : null
    if (!session) throw new NotSignedIn()

    request.claims = session.claims
    request.actor = session.actor
    // The HEAD of a resumable upload stores the file when all its bytes are there.
    if (session.isPreview && request.method !== 'GET') throw new PreviewReadOnly()
    const { side } = session.actor
    if ((access === 'freelancer' || access === 'client') && side !== access) throw new NotAllowed()
    await requireSafety(session, request.routeOptions.config)
    if (session.isPreview) return
    const fresh = await renewToken(session)
    if (fresh) reply.header('x-session-token', fresh)
    if (isLookingOnly(session.actor) && request.method !== 'GET' && !changesOwn) throw new LooksOnly()
  })

  async function requireSafety(session: Session, config: FastifyContextConfig) {
    const { actor } = session
    if (actor.side !== 'freelancer') return
    requireUnrestricted(session, config)
    if (config.sensitive === true && !(await sessions.isConfirmed(actor))) throw new ConfirmItIsYou()
  }

  // A body that is held open must not outlive the session. Fastify reads none of a GET.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.claims === null || request.method === 'GET') return done()
    requireLiveSession(request.claims).then(() => done(), done)
  })
})

/** Throws where a member may do next to nothing, and this is not among it. */
export function requireUnrestricted(
  { restriction }: Pick<Session, 'restriction'>,
  allowed: Pick<FastifyContextConfig, 'beforeFactor' | 'whilePaused'> = {},
) {
  const isAllowed = restriction === 'paused' ? allowed.whilePaused : allowed.beforeFactor
  if (restriction && !isAllowed) throw new RESTRICTIONS[restriction]()
}

export function isLookingOnly(actor: Actor) {
  return actor.side === 'client' && actor.looksOnly
}

/** Undefined for a malformed or repeated header. */
function bearerToken({ headers, raw }: FastifyRequest) {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(headers.authorization ?? '') ?? []
  return countHeaders(raw, 'authorization') === 1 ? token : undefined
}

function getPerson(this: FastifyRequest): Actor {
  if (!this.actor) throw new NotSignedIn()
  return this.actor
}

function freelancer(this: FastifyRequest): Freelancer {
  if (this.actor?.side !== 'freelancer') throw new NotAllowed()
  return this.actor
}

function client(this: FastifyRequest): ClientUser {
  if (this.actor?.side !== 'client') throw new NotAllowed()
  return this.actor
}
