import { PLANS } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { billingStatus } from '../billing/billing.queries.ts'
import { AccountSupport } from './AccountSupport.tsx'

export const meta = privatePageMeta('Support')

export default function AccountSupportPage() {
  const { data: status } = useQuery(billingStatus)
  const first = status && PLANS[status.plan].support === 'priority'
  return (
    <AccountSupport
      area="freelancer"
      lead={
        <>
          Your account and your plan go along with your message.
          {first &&
            ` ${PLANS[status.plan].title} has priority support: your message is marked and listed first.`}
        </>
      }
    />
  )
}
