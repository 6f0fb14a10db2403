import { chat } from '@portico/contract'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { Brand } from '../../ui/Brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { Drawing } from '../../ui/Drawing.tsx'

export const meta = privatePageMeta('Mails about Messages')

/** The unsubscribe link of emails about messages opens this page. Following it is enough: there is no button. */
export default function UnsubscribePage() {
  const token = useMailedLink('chat-mail')
  return (
    <>
      <header className="pagebar">
        <Brand to="/welcome" />
      </header>
      <main className="narrow" id="main" tabIndex={-1}>
        {token === '' ? (
          <Message heading="This page needs the link from your email.">
            <p>Open that link again.</p>
          </Message>
        ) : (
          token && <Unsubscribe token={token} />
        )}
      </main>
    </>
  )
}

function Unsubscribe({ token }: { token: string }) {
  const [result, setResult] = useState<'pending' | 'done' | ApiError>('pending')
  const unsubscribe = useEffectEvent(async () => {
    setResult('pending')
    try {
      await call(chat.unsubscribe, { querystring: { token } })
      setResult('done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setResult(error)
    }
  })
  const [attempt, setAttempt] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs it again
  useEffect(() => void unsubscribe(), [attempt])

  if (result === 'pending') return <Message heading="One moment..." />
  if (result === 'done') {
    return (
      <Message heading="No more mails about messages.">
        <p>Your messages wait for you in the portal. You can have them mailed again at any time.</p>
        <SettingsLink token={token} />
      </Message>
    )
  }
  const [title, detail] = failureMessage(result, { fallback: 'That did not work.' })
  return (
    <Message heading={title}>
      <p>{detail ?? 'You still get mails about messages. You can switch them off yourself.'}</p>
      {result.status === 401 ? (
        <SettingsLink token={token} />
      ) : (
        <div className="actions">
          <Button onClick={() => setAttempt(attempt + 1)}>
            <CoreIcon name="retry" small />
            Retry
          </Button>
        </div>
      )}
    </Message>
  )
}

/** Leads to the switch for these emails. */
function SettingsLink({ token }: { token: string }) {
  const isClient = token.startsWith('client.')
  return (
    <div className="actions">
      <Link className="btn btn--secondary" to={isClient ? '/client-dashboard/chat' : '/settings'}>
        {isClient ? 'Open the chat' : 'Open the settings'}
      </Link>
    </div>
  )
}

function Message({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <>
      <Drawing name="talk" />
      <div role="status">
        <h1 tabIndex={-1}>{heading}</h1>
      </div>
      {children}
    </>
  )
}
