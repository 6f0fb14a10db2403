import type { live } from '@portico/contract'
import type { Server, Socket } from 'socket.io'
import type { Actor } from '../actors.ts'
import type { Person } from './live.ts'

/** A feature adds its own data and events to these interfaces (`declare module`). */
export interface SocketData {
  actor: Actor
  /** When the token of its handshake expires, in seconds. */
  expiresAt: number
  /** Since when it has not taken what was sent to it, in milliseconds. */
  blockedSince?: number | undefined
}
// biome-ignore lint/suspicious/noEmptyInterface: features extend it
export interface ClientEvents {}
export interface ServerEvents extends live.ServerToClient {}

export type SocketServer = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>

export function personalRoom({ side, personId }: Person) {
  return `${side}:${personId}`
}

/** A client and a workspace have one room each, by their ids: of the first person of the client, and of the founder. */
export function roomsOf(actor: Actor) {
  const rooms = [personalRoom(actor), personalRoom(presenceOf(actor))]
  return actor.side === 'freelancer' && actor.sees === 'all'
    ? [...rooms, allClientsRoom(actor.workspaceId)]
    : rooms
}

/** Of the members who see all clients. What names a client goes there, and not to everybody of the workspace. */
export function allClientsRoom(workspaceId: string) {
  return `all-clients:${workspaceId}`
}

/** A client is there when any of their people is, and a workspace when any of its members is. */
export function presenceOf(actor: Actor): Person {
  const personId = actor.side === 'client' ? actor.clientId : actor.workspaceId
  return { side: actor.side, personId }
}

export function sessionRoom(sessionId: string) {
  return `session:${sessionId}`
}
