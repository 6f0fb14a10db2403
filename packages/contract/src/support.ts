import * as Type from 'typebox'
import { Email, Name, StrictObject, Text } from './common.ts'
import { endpoint } from './endpoint.ts'

export const ANSWER_HOURS = 24

export const ask = endpoint({
  method: 'POST',
  url: '/support',
  config: { access: 'optional', changesOwn: true, whenBlank: 'All fields are required.' },
  schema: {
    summary: 'Write to the people who run this Portico; they answer by email',
    body: StrictObject({
      name: Name,
      email: Email,
      message: Text,
      /** A hidden field that only bots fill in. */
      website: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    response: { 200: Type.Object({ message: Type.String() }) },
  },
})

export type Sender = Type.Static<typeof Sender>
const Sender = Type.Object({ name: Type.String(), email: Type.String() })

export const sender = endpoint({
  method: 'GET',
  url: '/support/sender',
  config: { access: 'either' },
  schema: {
    summary: 'Your name and address, as a message to support begins with',
    response: { 200: Sender },
  },
})
