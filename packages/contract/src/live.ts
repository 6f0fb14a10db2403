import type { Topic } from './topics.ts'

/** The events that the server sends to everybody who is signed in. */
export interface ServerToClient {
  /** These topics are stale. Has only names, so that no data can leak. */
  changed(topics: readonly Topic[]): void
}

/** Sent with the handshake, as the `auth` of Socket.IO. */
export interface Auth {
  token: string
}

/** The `data` of the error that refuses a handshake. Any other code than `NOT_SIGNED_IN` may be retried. */
export interface HandshakeError {
  code: 'NOT_SIGNED_IN' | (string & {})
}
