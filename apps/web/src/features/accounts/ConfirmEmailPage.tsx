import { accounts, paths } from '@portico/contract'
import { Link } from 'react-router'
import { call } from '../../app/api.ts'
import { mailedFreelancerPath } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { EmailLinkAction } from './EmailLinkAction.tsx'

export const meta = privatePageMeta('Confirm Email')

export default function ConfirmEmailPage() {
  return (
    <EmailLinkAction
      page="confirm-email"
      heading="Confirm your email"
      lead="Once it is confirmed, Portico writes to your clients for you."
      action="Confirm my email"
      doing="Confirming..."
      run={async (token) => {
        const confirmed = await call(accounts.confirmEmail, { body: { token } })
        return { ...confirmedText(confirmed), next: <NextStep to={mailedFreelancerPath() ?? '/'} /> }
      }}
      refused={{ lead: REFUSED_TEXT, next: <NextStep to={paths.freelancer.settings} /> }}
    />
  )
}

const REFUSED_TEXT =
  'If your email is confirmed already, nothing is left to do. Otherwise have a fresh link sent from your settings.'

interface Confirmed {
  email: string
  invited: number
  limited: number
}

function confirmedText({ email, invited, limited }: Confirmed) {
  const sent =
    invited === 0
      ? 'Portico writes to your clients for you from now on.'
      : invited === 1
        ? 'The invitation that waited is on its way to your client.'
        : `${invited} invitations that waited are on their way to your clients.`
  const unsent =
    limited === 0
      ? ''
      : limited === 1
        ? ' One invitation could not be mailed within this hour: resend the link from the client’s page.'
        : ` ${limited} invitations could not be mailed within this hour: resend each link from the client’s page.`
  return {
    heading: 'Your email is confirmed.',
    lead: `${sent}${unsent} What they answer to an email reaches you at ${email}.`,
  }
}

function NextStep({ to }: { to: string }) {
  return (
    <Link className="btn btn--primary btn--lg" to={to}>
      {to === paths.freelancer.settings ? 'Open the settings' : 'Open Portico'}
    </Link>
  )
}
