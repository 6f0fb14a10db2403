import { support } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA } from './sample-data.ts'

export const supportExamples = [
  callExample(support.ask, {
    description:
      'The reply address is the one given here. The message is sent and kept nowhere. With the token of a session the email also names the account and its plan.',
    request: {
      body: { name: 'Maya Whitcombe', email: 'maya@northwind.example', message: 'My link has expired.' },
    },
    response: { message: 'Thank you. We answer by email within about 24 hours.' },
    errors: ['TOO_MANY_REQUESTS'],
  }),
  callExample(support.sender, { response: { name: ADA.name, email: ADA.email } }),
]
