import { accounts, paths } from '@portico/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { clearMailedLink, mailedFreelancerPath, mailedToken, useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'

export const meta = privatePageMeta('Confirm Email')

/** The emailed link opens this page. It needs a press: mail scanners open links and run scripts, but press no buttons. */
export default function ConfirmEmailPage() {
  const token = useMailedLink('confirm-email')
  const [result, setResult] = useState<{ heading: string; lead: string; next: string }>()
  const { submit, busy, failure } = useSubmit(async () => {
    try {
      const body = { token: mailedToken('confirm-email') }
      const confirmed = await call(accounts.confirmEmail, { body })
      setResult({ ...confirmedText(confirmed), next: mailedFreelancerPath() ?? '/' })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      setResult({ heading: error.message, lead: REFUSED_TEXT, next: paths.freelancer.settings })
    }
    clearMailedLink()
  })
  // The pressed button disappears. Focusing the heading lets screen readers announce the result.
  useEffect(() => {
    if (result) document.querySelector<HTMLElement>('#main h1')?.focus()
  }, [result])

  if (result) {
    return (
      <EmailLinkPage heading={result.heading} lead={result.lead}>
        <NextStep to={result.next} />
      </EmailLinkPage>
    )
  }
  if (token === '') {
    return (
      <EmailLinkPage heading="This page needs the link from your email." lead={REFUSED_TEXT}>
        <NextStep to={paths.freelancer.settings} />
      </EmailLinkPage>
    )
  }
  return (
    <EmailLinkPage
      heading="Confirm your email"
      lead="Once it is confirmed, Portico writes to your clients for you."
    >
      {failure && (
        <Notice danger>{failureMessage(failure).filter(Boolean).join(' ')} The link still works.</Notice>
      )}
      <Actions>
        <Button
          look="primary"
          size="lg"
          busy={busy}
          busyLabel="Confirming..."
          onClick={() => submit(undefined)}
        >
          Confirm my email
        </Button>
      </Actions>
    </EmailLinkPage>
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
    <Actions>
      <Link className="btn btn--primary btn--lg" to={to}>
        {to === paths.freelancer.settings ? 'Open the settings' : 'Open Portico'}
      </Link>
    </Actions>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="actions">{children}</div>
}
