import * as Type from 'typebox'
import { Email, Name, Only, Text } from './common.ts'
import { endpoint } from './endpoint.ts'

/** How soon a person answers, in hours, as all pages say it. */
export const ANSWER_HOURS = 24

export const ask = endpoint({
  method: 'POST',
  url: '/support',
  config: { access: 'anyone', whenBlank: 'All fields are required.' },
  schema: {
    summary: 'Write to the people who run this Portico; they answer by e-mail',
    body: Only({
      name: Name,
      email: Email,
      message: Text,
      /** Nobody sees this field: whoever fills it in is a machine. */
      website: Type.Optional(Type.String({ maxLength: 1_000 })),
    }),
    response: { 200: Type.Object({ message: Type.String() }) },
  },
})
