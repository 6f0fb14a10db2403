import type { accounts } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { formatTimeAgo } from '../../ui/dates.ts'
import { Note } from '../../ui/Note.tsx'
import { useNow } from '../../ui/use-now.ts'
import { myProfile, resendConfirmation } from './accounts.queries.ts'
import './confirm.css'

/** Mail servers restart now and then. Nobody needs to hear of that. */
const NOTICE_AFTER_MS = 15 * 60_000

/** Why emails to clients are not sent now. */
export function EmailNotice() {
  const { data: profile } = useQuery(myProfile)
  if (!profile) return null
  if (!profile.emailConfirmed) return <ConfirmEmail profile={profile} />
  if (profile.emailsDelayedSince) return <EmailsDelayed since={profile.emailsDelayedSince} />
  return null
}

function ConfirmEmail({ profile }: { profile: accounts.Profile }) {
  const { mutate, isPending } = useMutation(resendConfirmation)
  return (
    <div className="confirm-notice">
      <Note>
        <p>
          <strong>Confirm your email first.</strong> Use the link in our email to {profile.email}, or have a
          fresh one sent. Until then nothing is mailed to your clients; what you ask for meanwhile is sent
          once you confirm.
        </p>
        <Button size="sm" busy={isPending} busyLabel="Sending..." onClick={() => mutate()}>
          Send me a fresh link
        </Button>
      </Note>
    </div>
  )
}

function EmailsDelayed({ since }: { since: string }) {
  const now = useNow()
  if (now - Date.parse(since) < NOTICE_AFTER_MS) return null
  return (
    <div className="confirm-notice">
      <Note>
        <p>
          <strong>Emails are delayed.</strong> Our mail server stopped answering {formatTimeAgo(since, now)}.
          Emails to your clients will be sent as soon as it answers. You can copy a login link and send it
          yourself.
        </p>
      </Note>
    </div>
  )
}
