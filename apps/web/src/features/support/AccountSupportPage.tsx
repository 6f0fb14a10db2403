import { PLANS } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { withPlansText } from '../../app/plans.tsx'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { AccountSupport } from './AccountSupport.tsx'

export const meta = privatePageMeta('Support')

export default function AccountSupportPage() {
  const { data: summary } = useQuery(dashboardSummary)
  const plan = summary?.plan && PLANS[summary.plan]
  return (
    <AccountSupport
      area="freelancer"
      lead={
        <>
          {withPlansText('Your account and your plan go', 'Your account goes')} along with your message.
          {plan?.support === 'priority' &&
            ` ${plan.title} has priority support: your message is marked and listed first.`}
        </>
      }
    />
  )
}
