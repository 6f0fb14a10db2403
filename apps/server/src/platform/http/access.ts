import createError from '@fastify/error'
import type { Access } from '@portico/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Actor, ClientUser, Freelancer } from '../actors.ts'
import type { Claims } from './tokens.ts'

export const NotSignedIn = createError('NOT_SIGNED_IN', 'Please log in.', 401)
export const NotAllowed = createError('NOT_ALLOWED', 'You are not allowed to do this.', 403)

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    whenBlank?: string
  }
  interface FastifyRequest {
    actor: Actor | null
    claims: Claims | null
    /** Whoever is signed in, of either role. */
    readonly person: Actor
    readonly freelancer: Freelancer
    readonly client: ClientUser
  }
}

/** A signed-in person and the claims of their token. */
export interface Session {
  actor: Actor
  claims: Claims
}

export type Authenticate = (token: string) => Session | null | Promise<Session | null>

interface Sessions {
  /** Whose session a token names, while that lives. */
  authenticate: Authenticate
  /** A fresh token for a session that nears its end; null while it is not due. */
  renewed(claims: Claims): Promise<string | null> | null
}

/** Every route says who may call it; one that does not say cannot be registered. */
export const access = fp(async (app, { authenticate, renewed }: Sessions) => {
  app.decorateRequest('actor', null)
  app.decorateRequest('claims', null)
  app.decorateRequest('person', { getter: someone })
  app.decorateRequest('freelancer', { getter: freelancer })
  app.decorateRequest('client', { getter: client })

  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`)
  })

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const { access } = request.routeOptions.config
    if (access === 'anyone' || access === undefined) return

    if (access === 'optional' && request.headers.authorization === undefined) return

    const token = bearerToken(request)
    const session = token ? await authenticate(token) : null
    if (!session) throw new NotSignedIn()
    const { role } = session.actor
    if ((access === 'freelancer' || access === 'client') && role !== access) throw new NotAllowed()

    request.claims = session.claims
    request.actor = session.actor
    const fresh = await renewed(session.claims)
    if (fresh) reply.header('x-session-token', fresh)
  })
})

/** One header, one token; anything else is nobody. */
function bearerToken({ headers, raw }: FastifyRequest) {
  const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const { rawHeaders } = raw
  let times = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'authorization') times++
  return times === 1 ? token : undefined
}

function someone(this: FastifyRequest): Actor {
  if (!this.actor) throw new NotSignedIn()
  return this.actor
}

function freelancer(this: FastifyRequest): Freelancer {
  if (this.actor?.role !== 'freelancer') throw new NotAllowed()
  return this.actor
}

function client(this: FastifyRequest): ClientUser {
  if (this.actor?.role !== 'client') throw new NotAllowed()
  return this.actor
}
