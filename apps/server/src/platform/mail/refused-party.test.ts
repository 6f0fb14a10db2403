import { describe, expect, test } from 'vitest'
import { findRefusedParty } from './refused-party.ts'

describe('the recipient is refused by', () => {
  test.for([
    [
      'Postfix',
      '550 5.1.1 <maya@example.test>: Recipient address rejected: User unknown in local recipient table',
    ],
    [
      'Gmail',
      '550-5.1.1 The email account that you tried to reach does not exist. 550 5.1.1 support.google.com/mail',
    ],
    [
      'Exchange Online',
      '550 5.4.1 Recipient address rejected: Access denied. [DB5EUR03FT042.eop-EUR03.prod]',
    ],
    ['a null MX', '550 5.1.10 Domain example.test does not accept mail (null MX)'],
    ['a disabled mailbox', '550 5.2.1 The email account that you tried to reach is disabled'],
    ['Outlook.com', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)'],
    ['Exim', '550 No such user here'],
    ['an invalid address', '501 5.1.3 Bad recipient address syntax'],
    ['an address with a telling name', '550 <sender.relay@example.test>: unknown user'],
    ['a mailbox that has moved', '551 User not local; please try <tom@example.test>'],
    ['a mailbox name that is not allowed', '553 Requested action not taken: mailbox name not allowed'],
    ['qmail', '550 sorry, no mailbox here by that name (#5.1.1)'],
  ])('%s', ([, reply = '']) => {
    expect(findRefusedParty(reply)).toBe('recipient')
  })
})

describe('we are refused by', () => {
  test.for([
    ['a server that wants us to log in', '530 5.7.0 Must issue a STARTTLS command first'],
    ['a server that relays nothing of ours', '554 5.7.1 <maya@example.test>: Relay access denied'],
    ['Exim', '550 relay not permitted'],
    ['Exim, which verifies senders', '550 Sender verify failed'],
    ['qmail', '553 sorry, that domain isn’t in my list of allowed rcpthosts (#5.7.1)'],
    ['Exchange', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain'],
    [
      'Postfix, which looks at the sender last',
      '553 5.7.1 <mail@portico.example>: Sender address rejected: not owned by user',
    ],
    ['a server that does not know our domain', '550 5.1.8 <mail@portico.example>: Domain not found'],
    ['a server that asks for a password', '550 5.7.1 Client was not authenticated'],
    ['a vague server', '551 User not local; we do not relay'],
  ])('%s', ([, reply = '']) => {
    expect(findRefusedParty(reply)).toBe('sender')
  })
})

describe('nobody is refused for good by', () => {
  test.for([
    ['a full mailbox', '552 5.2.2 Mailbox full'],
    ['a mailbox that is busy', '450 4.2.0 Greylisted'],
    ['an unknown user who may be known later', '450 4.1.1 <maya@example.test>: User unknown'],
    ['a policy', '550 5.7.1 Message rejected due to local policy'],
    ['a block list', '554 5.7.1 Service unavailable; Client host [192.0.2.5] blocked using zen.spamhaus.org'],
    ['a vague policy', '550 Denied by policy'],
    ['a vague failure', '554 Transaction failed'],
    ['an IP address that looks like a status', '550 blocked: 5.1.1.7'],
    ['nothing', ''],
  ])('%s', ([, reply = '']) => {
    expect(findRefusedParty(reply)).toBeUndefined()
  })
})
