import * as Type from 'typebox'
import { Id, nullable, StrictObject, Text } from './common.ts'
import { endpoint } from './endpoint.ts'

export type ClientMember = Type.Static<typeof ClientMember>
export const ClientMember = Type.Object({ id: Id, name: Type.String() })

/** The members who work with a client and are notified of it, the lead first. */
export type ClientMembers = Type.Static<typeof ClientMembers>
export const ClientMembers = Type.Object({ members: Type.Array(ClientMember), lead: ClientMember })

export type NewClientMembers = Type.Static<typeof NewClientMembers>
export const NewClientMembers = StrictObject({
  /** The lead is among them, named or not. */
  memberIds: Type.Array(Id, { maxItems: 100 }),
  leadId: Id,
})

export const setMembers = endpoint({
  method: 'PUT',
  url: '/clients/:id/members',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Say who of the workspace works with a client, and who leads',
    params: Type.Object({ id: Id }),
    body: NewClientMembers,
    response: { 200: ClientMembers },
  },
})

export type HandOver = Type.Static<typeof HandOver>
export const HandOver = StrictObject({
  /** Becomes the lead, in the place of the present one. */
  to: Id,
  /** For them alone. */
  note: Type.Optional(nullable(Text)),
  /** For the client, who is notified of the new lead only if there is one. */
  sentence: Type.Optional(nullable(Text)),
})

export const handOver = endpoint({
  method: 'POST',
  url: '/clients/:id/hand-over',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Hand a client over to another member, with a note for them',
    params: Type.Object({ id: Id }),
    body: HandOver,
    response: { 200: ClientMembers },
  },
})
