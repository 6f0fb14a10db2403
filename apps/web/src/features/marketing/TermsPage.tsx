import {
  CURRENCY_TEXT,
  members,
  PLANS,
  paths,
  planNames,
  plural,
  pounds,
  support,
  TRIAL_DAYS,
} from '@portico/contract'
import type { PageHandle } from '../../app/page-handle.ts'
import { withPlansText } from '../../app/plans.tsx'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import { LegalPage } from './LegalPage.tsx'

export const handle = { still: true } satisfies PageHandle
export const meta = publicPageMeta({
  path: paths.terms,
  title: 'Portico | Terms & Conditions',
  description: `What you may expect of Portico and what is expected of you: accounts, clients, ${withPlansText('plans, payment, cancelling, ')}content and liability.`,
})

export default function TermsPage() {
  return (
    <LegalPage
      heading="Terms & Conditions"
      lead="What you may expect of us, and we of you."
      aboutPlans={['Plans and prices', 'Trial, payment, cancelling']}
      sections={[
        [
          'Between whom',
          'These terms are between [name and address of the operator], who runs this Portico, and the freelancer or agency that registers an account. Clients of a freelancer use Portico at their invitation, free of charge.',
        ],
        [
          'The service',
          `Portico lets you create clients and projects, share files, collect feedback and${withPlansText(', on some plans,')} chat. Each client comes in by a link of their own and sees their projects only. We work to keep it available at all times, and cannot promise that it always is.`,
        ],
        [
          'Your account',
          'Register with your own name and an address you read. Keep your password and your clients’ links to yourself: anyone who has a client’s link can come in as that client. If one gets out, reset the access: every link and session of that client ends within a second.',
        ],
        [
          'Plans and prices',
          planNames.map((plan) => {
            const { title, monthlyPence, clientLimit, memberLimit, liveChat, support: how } = PLANS[plan]
            const has = `${plural(clientLimit, 'client')}, ${plural(memberLimit, 'member')}, ${liveChat ? 'with' : 'without'} live chat, ${how} support`
            return `*${title}*, ${pounds(monthlyPence)} a month: ${has}`
          }),
          `Projects and file uploads are not limited in number on any plan. ${CURRENCY_TEXT} [State whether prices include VAT.]`,
        ],
        [
          'Trial, payment, cancelling',
          `The first paid plan of an account begins with a trial of ${TRIAL_DAYS} days, free and without a card. Without a card at its end the account is Free again. Plans are paid monthly in advance, through Stripe. You may change plans at any time; the subscription is changed, never doubled. Cancelling takes effect at the end of the billing cycle. A smaller plan, Free included, begins at once or at the end of the billing cycle, as you choose.`,
          `Should you then have more clients than the plan holds, you keep all of them and cannot add another. Of more members than it holds, the newest are paused after ${members.PAUSE_DAYS} days, unless you choose others; what they wrote stays. If a payment fails, the plan goes on while it is tried again, and ends when that has failed for good.`,
        ],
        [
          'Your content',
          'What you and your clients upload and write stays yours. You allow us to store it and show it to those it is meant for, and nothing else. You are responsible for having the right to share it. Do not upload anything that is unlawful, or that harms others or the service.',
        ],
        [
          'Support',
          `A person answers by email, within about ${support.ANSWER_HOURS} hours${withPlansText('; Enterprise comes first')}.`,
        ],
        [
          'Ending it',
          `You can close the account at any time by writing to support; ${withPlansText('the subscription ends with it, and ')}everything in it is erased, your clients’ uploads and messages included. We may close it with [30 days’] notice, or at once where these terms are broken badly. Download what you want to keep first: what is deleted is gone.`,
        ],
        [
          'Liability and law',
          '[Limits of liability under the law of the operator’s country.] [Governing law and courts.]',
        ],
        [
          'Changes',
          'These terms were last changed on [date]. You are told by email [30 days] before a change takes effect.',
        ],
      ]}
    />
  )
}
