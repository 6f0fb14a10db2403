import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { formatTimeAgo } from '../../ui/dates.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { myProfile, resendConfirmation } from './accounts.queries.ts'
import './confirm.css'

/** Mail servers restart now and then, which is not worth a notice. */
const NOTICE_AFTER_MS = 15 * 60_000

/** Why emails to clients are not sent now. */
export function EmailNotice() {
  const { data: profile } = useQuery(myProfile)
  const delay = useDelayText(profile?.emailsDelayedSince ?? null)
  if (!profile) return null
  if (!profile.emailConfirmed) return <ConfirmEmail email={profile.email} delay={delay} />
  return delay ? <EmailsDelayed delay={delay} /> : null
}

function useDelayText(since: string | null) {
  const now = useNow()
  if (!since || now - Date.parse(since) < NOTICE_AFTER_MS) return undefined
  return `Our mail server stopped answering ${formatTimeAgo(since, now)}.`
}

function ConfirmEmail({ email, delay }: { email: string; delay: string | undefined }) {
  const { mutate, isPending } = useMutation(resendConfirmation)
  return (
    <div className="confirm-notice">
      <Notice>
        <p>
          <strong>Confirm your email first.</strong>{' '}
          {delay
            ? `${delay} Our email to ${email} will be sent as soon as it answers.`
            : `Use the link in our email to ${email}, or have a fresh one sent.`}{' '}
          Until then nothing is mailed to your clients; what you ask for meanwhile is sent once you confirm.
        </p>
        {!delay && (
          <Button size="sm" busy={isPending} busyLabel="Sending..." onClick={() => mutate()}>
            Send me a fresh link
          </Button>
        )}
      </Notice>
    </div>
  )
}

function EmailsDelayed({ delay }: { delay: string }) {
  return (
    <div className="confirm-notice">
      <Notice>
        <p>
          <strong>Emails are delayed.</strong> {delay} Emails to your clients will be sent as soon as it
          answers. You can copy a login link and send it yourself.
        </p>
      </Notice>
    </div>
  )
}
