import { PLANS, support } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useDraft } from '../../app/draft.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { type Area, areaOnScreen } from '../../app/session.ts'
import { Page } from '../../ui/Page.tsx'
import { LoadFailed, Loading, SkeletonRows } from '../../ui/States.tsx'
import { billingStatus } from '../billing/billing.queries.ts'
import { myFreelancer } from '../clients/clients.queries.ts'
import { SupportForm } from './SupportForm.tsx'
import { supportSender } from './support.queries.ts'
import './AccountSupportPage.css'

export const meta = privatePageMeta('Support')

/** The support form of both areas. The server adds the account of the signed-in sender. */
export default function AccountSupportPage() {
  const area = areaOnScreen()
  return (
    <Page
      heading="Support"
      summary={`A person answers by e-mail, within about ${support.ANSWER_HOURS} hours.`}
    >
      {area === 'client' ? <ForClients /> : <ForFreelancers />}
      <div className="help__form">
        <Form area={area} />
      </div>
      <p className="help__more">
        Many answers are already in the{' '}
        <Link className="link" to="/FAQ">
          FAQ
        </Link>
        . Here are also the{' '}
        <Link className="link" to="/privacy">
          privacy policy
        </Link>{' '}
        and the{' '}
        <Link className="link" to="/terms">
          terms
        </Link>
        .
      </p>
    </Page>
  )
}

function ForFreelancers() {
  const { data: status } = useQuery(billingStatus)
  const first = status && PLANS[status.plan].support === 'priority'
  return (
    <p className="help__lead">
      Your account and your plan go along with your message.
      {first && ` ${PLANS[status.plan].title} has priority support: your message is marked and listed first.`}
    </p>
  )
}

function ForClients() {
  const { data: freelancer } = useQuery(myFreelancer)
  return (
    <p className="help__lead">
      This goes to the people who run Portico, with the name of the account you are a client of. About your
      projects, write to {freelancer?.name ?? 'your freelancer'}.
    </p>
  )
}

function Form({ area }: { area: Area }) {
  const { data: sender, error, refetch } = useQuery(supportSender(area))
  const { draft, change, clearDraft } = useDraft(area === 'client' ? 'client.support' : 'support', {
    message: '',
  })
  if (sender)
    return (
      <SupportForm
        signedIn={{ area, ...sender, ...draft }}
        onMessage={(message) => change({ message })}
        onSent={clearDraft}
      />
    )
  if (error) return <LoadFailed title="The form did not load" error={error} onRetry={refetch} />
  return (
    <Loading says="Loading form...">
      <SkeletonRows />
    </Loading>
  )
}
