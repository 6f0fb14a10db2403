import { accounts, paths } from '@portico/contract'
import { Link } from 'react-router'
import { call } from '../../app/api.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { EmailLinkAction } from './EmailLinkAction.tsx'

export const meta = privatePageMeta('Confirm New Email')

export default function ConfirmNewEmailPage() {
  return (
    <EmailLinkAction
      page="confirm-new-email"
      heading="Confirm your new email"
      lead="From then on you log in with it, and emails reach you there. Your password stays the same."
      action="Confirm my new email"
      doing="Confirming..."
      run={async (token) => {
        const { email } = await call(accounts.confirmEmailChange, { body: { token } })
        return {
          heading: 'Your new email is confirmed.',
          lead: `You log in with ${email} from now on. An email to your old address says how to undo it.`,
          next: (
            <Link className="btn btn--primary btn--lg" to={paths.freelancer.home}>
              Open Portico
            </Link>
          ),
        }
      }}
      refused={{
        lead: 'If your email is changed already, nothing is left to do. Otherwise your account keeps its address: change it in your settings, or have a fresh link sent from there.',
        next: (
          <Link className="btn btn--primary btn--lg" to={paths.freelancer.ownEmail}>
            Open the settings
          </Link>
        ),
      }}
    />
  )
}
