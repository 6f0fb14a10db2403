import type { activity } from '@portico/contract'
import { useState } from 'react'
import { ApiError } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Drawing.tsx'

interface Props {
  topic: activity.EmailTopic
  /** Opened as a page of its own, which reads the token from its address. */
  settingsUrl: string
  stop: () => Promise<unknown>
}

/** Asks first, because programs that check the links of an email open them too. */
export function StopEmails({ topic, settingsUrl, stop }: Props) {
  const [result, setResult] = useState<'asking' | 'pending' | 'done' | ApiError>('asking')
  async function confirm() {
    setResult('pending')
    try {
      await stop()
      setResult('done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setResult(error)
    }
  }

  const isRefused = result instanceof ApiError && result.status === 401
  const { heading, text } = textFor(result, topic)
  return (
    <>
      <Drawing name="talk" />
      <div role="status">
        <h1 tabIndex={-1}>{heading}</h1>
        <p>{text}</p>
      </div>
      <div className="actions">
        {result !== 'done' && !isRefused && (
          <Button look="primary" disabled={result === 'pending'} onClick={confirm}>
            {result instanceof ApiError ? 'Retry' : 'Stop these emails'}
          </Button>
        )}
        <a className="btn btn--secondary" href={settingsUrl}>
          All settings
        </a>
      </div>
    </>
  )
}

function textFor(result: 'asking' | 'pending' | 'done' | ApiError, topic: activity.EmailTopic) {
  if (result === 'done')
    return {
      heading: `No more emails about ${topic}.`,
      text:
        topic === 'work'
          ? 'You still see what happens at the bell. You can have it emailed again at any time.'
          : 'Your messages wait for you in the portal. You can have them emailed again at any time.',
    }
  if (result instanceof ApiError) {
    const [heading, detail] = failureMessage(result, { fallback: 'That did not work.' })
    return { heading, text: detail ?? 'You still get these emails. You can stop them in the settings.' }
  }
  return {
    heading: `No more emails about ${topic}?`,
    text:
      topic === 'work'
        ? 'Uploads, feedback and answers are then shown at the bell only.'
        : 'Messages that you have not read are then shown in the chat only.',
  }
}
