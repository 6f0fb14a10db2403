import * as Type from 'typebox'
import { Id, Instant, nullable, paging, StrictObject, Text } from './common.ts'
import { endpoint } from './endpoint.ts'

export type Feedback = Type.Static<typeof Feedback>
export const Feedback = Type.Object({
  id: Id,
  projectId: Id,
  message: Type.String(),
  createdAt: Instant,
  /** The author; shown as `Anonymous` when null. */
  Client: nullable(Type.Object({ firstName: Type.String(), lastName: Type.String() })),
})

export const create = endpoint({
  method: 'POST',
  url: '/feedback',
  config: { access: 'client', whenBlank: 'Please write your feedback.' },
  schema: {
    summary: 'Leave feedback on a project',
    body: StrictObject({ projectId: Id, message: Text }),
    response: { 201: Feedback },
  },
})

export const list = endpoint({
  method: 'GET',
  url: '/feedback/projects/:id/feedback',
  config: { access: 'either' },
  schema: {
    summary: 'What the client has said about a project, newest first',
    params: Type.Object({ id: Id }),
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Feedback) },
  },
})
