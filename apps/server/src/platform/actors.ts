/** The caller, from the row of their session. */
export interface Freelancer {
  role: 'freelancer'
  id: string
  sessionId: string
}
export interface ClientUser {
  role: 'client'
  id: string
  sessionId: string
}
export type Actor = Freelancer | ClientUser
