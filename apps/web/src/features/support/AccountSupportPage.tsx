import { PLANS } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { AccountSupport } from './AccountSupport.tsx'

export const meta = privatePageMeta('Support')

export default function AccountSupportPage() {
  const { data: summary } = useQuery(dashboardSummary)
  const first = summary && PLANS[summary.plan].support === 'priority'
  return (
    <AccountSupport
      area="freelancer"
      lead={
        <>
          Your account and your plan go along with your message.
          {first &&
            ` ${PLANS[summary.plan].title} has priority support: your message is marked and listed first.`}
        </>
      }
    />
  )
}
