import { type Agent, request } from 'node:https'
import type { Config } from '../../config.ts'
import type { Db } from '../sql/database.ts'
import { createPublicAgent } from './public-agent.ts'
import { findPrivateKey, publicKeyOf } from './vapid-keys.ts'

/** The endpoint is a secret, because anybody who knows it can send there. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  payload: string
  /** A later message with the same topic replaces one that the push service has not delivered yet. */
  topic: string
}

/** The one way to reach push services. */
export interface Push {
  isOffered: boolean
  /** The public key that browsers subscribe with. Null where push is not offered. */
  publicKey(): Promise<string | null>
  /** Resolves to the status of the push service's response. Rejects without a response in time. */
  send(subscription: PushSubscription, message: PushMessage): Promise<number>
}

const TIMEOUT_MS = 8_000
/** How long a push service keeps an undelivered message. */
const TTL_SECONDS = 24 * 60 * 60

type PushConfig = Pick<Config, 'offersPush' | 'publicUrl' | 'vapidPrivateKey'>

/** Tests give it an agent that leads to their own server; configuration cannot. */
export function createPush(
  { offersPush, publicUrl, vapidPrivateKey }: PushConfig,
  db: Db,
  { agent = createPublicAgent() as Agent, timeoutMs = TIMEOUT_MS } = {},
): Push {
  let stored: Promise<string> | undefined

  return {
    isOffered: offersPush,
    publicKey: async () => (offersPush ? publicKeyOf(await privateKey()) : null),
    async send({ endpoint, p256dh, auth }, { payload, topic }) {
      const key = await privateKey()
      const { default: webPush } = await import('web-push')
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails: { subject: publicUrl, publicKey: publicKeyOf(key), privateKey: key },
          TTL: TTL_SECONDS,
          topic,
        },
      )
      return post(endpoint, { headers, body, agent, timeoutMs })
    },
  }

  async function privateKey() {
    if (vapidPrivateKey) return vapidPrivateKey
    stored ??= findPrivateKey(db)
    try {
      return await stored
    } catch (error) {
      stored = undefined
      throw error
    }
  }
}

interface PostRequest {
  headers: Record<string, string>
  body: Buffer | null
  agent: Agent
  timeoutMs: number
}

/** Follows no redirects, and reads nothing of the response but its status. */
function post(endpoint: string, { headers, body, agent, timeoutMs }: PostRequest) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { host } = new URL(endpoint)
  const signal = AbortSignal.timeout(timeoutMs)
  const sent = request(endpoint, { method: 'POST', headers, agent, signal }, (response) => {
    resolve(response.statusCode ?? 0)
    // Read to its end, so that the connection can be used again.
    response.on('error', () => {}).resume()
  })
  // The error of Node names the endpoint in some cases.
  sent.on('error', ({ code, name }: NodeJS.ErrnoException) =>
    reject(new Error(`${host} did not respond: ${code ?? name}`)),
  )
  sent.end(body)
  return promise
}
