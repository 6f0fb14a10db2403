import { accounts, paths } from '@portico/contract'
import { Link } from 'react-router'
import { call } from '../../app/api.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { EmailLinkAction } from './EmailLinkAction.tsx'

export const meta = privatePageMeta('Undo Email Change')

export default function UndoEmailChangePage() {
  return (
    <EmailLinkAction
      page="undo-email"
      heading="Undo the change of your email"
      lead="Your account gets this address back. Everybody is logged out, also you, and your password ends: you choose a new one right after."
      action="Undo the change"
      doing="Undoing..."
      run={async (token) => {
        const { email, changedSince, factorsRemoved, passwordUrl } = await call(accounts.undoEmailChange, {
          body: { token },
        })
        const again = changedSince ? ' It had been changed once more since, which is undone too.' : ''
        const factors = factorsRemoved ? ' What was set up for two-step sign-in since then is removed.' : ''
        return {
          heading: 'The change is undone.',
          lead: `Your email is ${email} again.${again}${factors} Everybody is logged out, and the old password no longer works. Choose a new one now: you can for an hour, and later by “Forgotten?” on the login page.`,
          next: (
            // The script in the head takes the token from the address of a page that is loaded.
            <a className="btn btn--primary btn--lg" href={passwordUrl}>
              Choose a new password
            </a>
          ),
        }
      }}
      refused={{
        lead: 'If somebody else changed the email of your account and you cannot get in, write to support.',
        next: (
          <Link className="btn btn--primary btn--lg" to={paths.support}>
            Write to support
          </Link>
        ),
      }}
    />
  )
}
