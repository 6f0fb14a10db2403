import { audit, bin, paths } from '@portico/contract'
import { configuredDuration } from '../../app/configured-duration.ts'
import type { PageHandle } from '../../app/page-handle.ts'
import { withPlansText } from '../../app/plans.tsx'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import { LegalPage } from './LegalPage.tsx'

export const handle = { still: true } satisfies PageHandle
export const meta = publicPageMeta({
  path: paths.privacy,
  title: 'Portico | Privacy Policy',
  description:
    'What Portico stores about freelancers and their clients, where, for how long, who sees it, how to get it out and how to have it erased.',
})

const OWN_PLAN =
  '*Your plan*: which one, until when, and the customer number at the payment provider. Card details never reach us.'
const PAYMENTS = 'payments: Stripe, for freelancers on a paid plan only'

export default function PrivacyPage() {
  return (
    <LegalPage
      heading="Privacy"
      aboutPlans={[OWN_PLAN, PAYMENTS]}
      lead="What is stored, where, for how long, and how to get it out or have it erased."
      sections={[
        [
          'Who is responsible',
          'This Portico is run by [name, address and email of the operator]. For what a freelancer stores about their clients, the freelancer is responsible and the operator works on their behalf.',
        ],
        [
          'What is stored about freelancers',
          [
            '*Your account*: name, email address, company or title, time zone, and your password as an Argon2id hash, from which nobody can read it. With two-step sign-in also the public part of your passkeys, the encrypted secret of your app, and hashes of your recovery codes.',
            '*Your colleagues*: who works in which workspace, as what, and with which clients; the email address of everybody who is invited; the notes that members write to each other, which no client reads.',
            `*Your sessions*: when each began and was last used, the network that it was used from, shown as “203.0.113.0/24”, and what the browser says of itself, shown as “Firefox on macOS”. A session ends ${configuredDuration('session')} after it began, unless it is used in the last quarter of that time, which renews it; when you log out; or when you end it in the settings. A random number in your browser says that it has logged in before, so that we can write to you when a new one is used.`,
            OWN_PLAN,
            '*Your work*: clients, projects, files, notes, reviews, requests, feedback and messages; who did what and when; how far you have read, and whether you want emails about what you have not.',
            '*What you switch on*: for notifications, the address that your browser’s push service gave for your session; for a calendar, its secret address as a hash only.',
          ],
        ],
        [
          'What is stored about clients',
          [
            '*What the freelancer who invited you entered*: first and last name, email address, company; the same of your colleagues whom they added.',
            `*Your links and sessions*: a login link is stored as a hash only, works for ${configuredDuration('loginLink')}, and can be ended by them at any time. When a link was last opened, and when you were last here, is shown to the freelancer. Of a session is kept when it began, when it was last used and from which network, and what the browser says of itself.`,
            '*What you do*: the files you upload, the notes and the feedback you leave, what you decide and answer, the messages you write, and when; how far you have read, and whether you want emails about what you have not. Notifications and a calendar are as for freelancers.',
            '*What you approve*: a receipt with your name, your email address, and the name and fingerprint (SHA-256) of the file. It is never changed, and goes with the project.',
          ],
        ],
        [
          'What is stored about guests',
          'Of everybody who is given a link for one request: the name they write, what they give, and when; and the email address, if the link was mailed to them from here. Freelancer and client see it.',
        ],
        [
          'What stays in your browser',
          'Your session, your theme, the first name of the client who came in last, half-typed drafts, what you opened last, files that you chose and that have not arrived yet, and a random number by which we know that this browser has logged in before, in the browser’s own storage. There are no cookies, no analytics, and no requests to anybody else’s servers. Logging out removes the session, the drafts, what you opened last and the unfinished uploads.',
        ],
        [
          'Who sees it',
          'A freelancer sees what belongs to their clients; a client sees only their own projects. The operator’s staff can reach the database where running the service demands it. These others handle data for the operator:',
          [
            'hosting of servers and storage: [name and place of the hosting company]',
            'sending of email: [name of the mail provider]',
            PAYMENTS,
          ],
        ],
        [
          'Where, and how it is kept safe',
          `Data lies in [country]. [Connections are encrypted with TLS; disks are encrypted.] A link to a file works for ${configuredDuration('fileLink')}. Whatever is read from the database, it is looked for only among what belongs to the person who asks.`,
        ],
        [
          'Security log',
          `Who logged in or failed to, made or ended links, exported or deleted something${withPlansText(' or changed the plan')}: when, with which browser and from which network address. It is kept for ${audit.AUDIT_DAYS} days, unless whoever runs this Portico has set another time. Owner and admins of a workspace can read its log.`,
        ],
        [
          'Logs',
          'Each request leaves one line with time, address of the page without anything behind a question mark, network address and status, to find faults and fend off attacks. Lines are kept for [number of days]. They hold no tokens, links, names or texts. So that nobody guesses passwords or floods mailboxes, attempts are counted by network address and account, in memory, for an hour at most; that an address has logged in before is remembered for 20 days.',
        ],
        [
          'For how long',
          `What you delete is gone from every page at once, for everybody. A deleted project or file stays in the freelancer’s bin for ${bin.BIN_DAYS} days, where the freelancer can bring it back or delete it for good; a client is deleted for good at once, with everything under them. What is deleted for good is erased, and its stored files are wiped within the hour. An upload that is never finished is removed after a day. Everything else stays until the account is closed. A message to support is sent by email, and not kept by Portico once it is sent. Backups, if the operator makes any, are kept for [number of days].`,
        ],
        [
          'Getting it out, having it erased',
          `Files download one by one or, for a whole project, as a ZIP; everything else can be read on screen, or by a program through the interface described at /api/docs. To close an account, or to have something corrected or handed over, write to support. Closing it ${withPlansText('ends the subscription and ')}erases everything under it: profile, clients, projects, files, notes, reviews, receipts, requests, feedback and messages.${withPlansText(' Stripe forgets name and address with it, and keeps past invoices as the law requires.')} Clients ask their freelancer first; either way you are answered within [30 days], and you may complain to [the supervisory authority].`,
        ],
        [
          'Changes',
          'This page was last changed on [date]. [Freelancers are told by email before anything in it changes for the worse.]',
        ],
      ]}
    />
  )
}
