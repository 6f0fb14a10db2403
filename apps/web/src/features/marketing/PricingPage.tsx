import { PLANS, paths, planNames, TRIAL_DAYS } from '@portico/contract'
import type { PageHandle } from '../../app/page-handle.ts'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import '../../ui/Button.css'
import { PlanComparison } from './PlanComparison.tsx'
import { Questions } from './Questions.tsx'
import { moneyQuestions } from './questions.ts'
import './pages.css'

export const handle = { still: true } satisfies PageHandle
export const meta = publicPageMeta({
  path: paths.pricing,
  title: 'Portico | Pricing',
  description: `Plans by the number of clients, from £0. Unlimited projects and files on all. Paid plans begin with a ${TRIAL_DAYS}-day free trial, no credit card.`,
  structured: [
    {
      '@type': 'Product',
      name: 'Portico',
      description: 'A client portal for freelancers and small agencies.',
      brand: { '@type': 'Brand', name: 'Portico' },
      offers: planNames.map((plan) => ({
        '@type': 'Offer',
        name: PLANS[plan].title,
        price: (PLANS[plan].monthlyPence / 100).toFixed(2),
        priceCurrency: 'GBP',
        availability: 'https://schema.org/InStock',
      })),
    },
  ],
})

export default function PricingPage() {
  return (
    <div className="wrap">
      <div className="band__head page-head">
        <h1 tabIndex={-1}>Pay for the clients you have.</h1>
        <p className="lead">
          Paid plans begin with a {TRIAL_DAYS}-day free trial. No credit card. Change or cancel whenever you
          like.
        </p>
      </div>
      <PlanComparison />
      <section className="band feature feature--bare">
        <div>
          <h2>Questions about money</h2>
        </div>
        <Questions of={moneyQuestions} open />
      </section>
    </div>
  )
}
