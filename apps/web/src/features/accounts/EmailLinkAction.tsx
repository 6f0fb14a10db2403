import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { clearMailedLink, type MailedPage, mailedToken, useMailedLink } from '../../app/mailed-link.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'

interface Result {
  heading: string
  lead: string
  /** What to do next: a link that looks like a button. */
  next: ReactNode
}

interface Props {
  page: MailedPage
  heading: string
  lead: string
  /** The label of the button, and its label while it works. */
  action: string
  doing: string
  run: (token: string) => Promise<Result>
  /** What the page says when the link does not work, or when there is none. */
  refused: Omit<Result, 'heading'>
}

/** A page that an emailed link opens. It needs a press: mail scanners open links and run scripts, but press no buttons. */
export function EmailLinkAction({ page, heading, lead, action, doing, run, refused }: Props) {
  const token = useMailedLink(page)
  const [result, setResult] = useState<Result>()
  const { submit, busy, failure } = useSubmit(async () => {
    try {
      setResult(await run(mailedToken(page)))
    } catch (error) {
      if (!(error instanceof ApiError) || !REFUSALS.includes(error.status)) throw error
      setResult({ heading: error.message, ...refused })
    }
    clearMailedLink()
  })
  // The pressed button disappears. Focusing the heading lets screen readers announce the result.
  useEffect(() => {
    if (result) document.querySelector<HTMLElement>('#main h1')?.focus()
  }, [result])

  const shown =
    result ??
    (token === '' ? { heading: 'This page needs the link from your email.', ...refused } : undefined)
  if (shown) {
    return (
      <EmailLinkPage heading={shown.heading} lead={shown.lead}>
        <div className="actions">{shown.next}</div>
      </EmailLinkPage>
    )
  }
  return (
    <EmailLinkPage heading={heading} lead={lead}>
      {failure && (
        <Notice danger>{failureMessage(failure).filter(Boolean).join(' ')} The link still works.</Notice>
      )}
      <div className="actions">
        <Button look="primary" size="lg" busy={busy} busyLabel={doing} onClick={() => submit(undefined)}>
          {action}
        </Button>
      </div>
    </EmailLinkPage>
  )
}

/** The link does not work, or what it is for is not possible any more. */
const REFUSALS = [401, 409]
