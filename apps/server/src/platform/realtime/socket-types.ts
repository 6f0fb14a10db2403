import type { chat, live } from '@portico/contract'
import type { Server, Socket } from 'socket.io'
import type { Actor } from '../actors.ts'
import type { Person } from './live.ts'

export interface SocketData {
  actor: Actor
  /** When the token that opened it expires, in seconds. */
  until: number
  /** How many messages it has sent. */
  sent?: number
  /** While events wait to be let in: when the last of them has been, or not. */
  turn?: Promise<void> | undefined
}
type Said = chat.ClientToServer
type Told = live.ServerToClient & chat.ServerToClient
type BetweenServers = Record<never, never>

/** The one server of live connections, and one of its connections. */
export type SocketServer = Server<Said, Told, BetweenServers, SocketData>
export type LiveSocket = Socket<Said, Told, BetweenServers, SocketData>

/** Everybody hears what concerns them in a room of their own, by kind and id. */
export function personalRoom({ role, id }: Person) {
  return `${role}:${id}`
}
