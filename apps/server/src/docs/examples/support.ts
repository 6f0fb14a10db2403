import { support } from '@portico/contract'
import { documented } from '../documented.ts'
import { ADA } from './world.ts'

export const supportExamples = [
  documented(support.ask, {
    about:
      'The reply address is the one given here. The message is sent and kept nowhere. With the token of a session the email also names the account and its plan.',
    asks: {
      body: { name: 'Maya Whitcombe', email: 'maya@northwind.example', message: 'My link has expired.' },
    },
    answers: { message: 'Thank you. We answer by e-mail within about 24 hours.' },
    fails: ['TOO_MANY_REQUESTS'],
  }),
  documented(support.sender, { answers: { name: ADA.name, email: ADA.email } }),
]
