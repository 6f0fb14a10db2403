import { support } from '@portico/contract'
import { documented } from '../documented.ts'

export const supportExamples = [
  documented(support.ask, {
    about: 'The letter’s reply address is the one given here. It is sent and kept nowhere.',
    asks: {
      body: { name: 'Maya Whitcombe', email: 'maya@northwind.example', message: 'My link has expired.' },
    },
    answers: { message: 'Thank you. We answer by e-mail within about 24 hours.' },
    fails: ['TOO_MANY_REQUESTS'],
  }),
]
