/** What can stop being true while somebody looks at it; the browser's queries begin with the same names. */
export type Topic =
  | 'projects'
  | 'clients'
  | 'dashboard'
  | 'me'
  | 'my-freelancer'
  | 'files'
  | 'feedback'
  | 'conversations'
  | 'billing'

/** What the server says over the socket, to whoever is signed in. */
export interface ServerToClient {
  /** This is no longer true: whoever shows it asks again. Names only, so nothing can leak. */
  changed(topics: Topic[]): void
}

/** Sent with the handshake, as the `auth` of Socket.IO. */
export interface Auth {
  token: string
}

/** The `data` of the error that refuses a handshake. With any other code than this one it is worth another try. */
export interface Refusal {
  code: 'NOT_SIGNED_IN' | (string & {})
}
