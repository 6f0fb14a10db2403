import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { myProfile, resendConfirmation } from './accounts.queries.ts'
import './confirm.css'

/** No email goes to clients before the freelancer has confirmed their address. */
export function ConfirmEmailNotice() {
  const { data: profile } = useQuery(myProfile)
  const { mutate, isPending } = useMutation(resendConfirmation)
  if (!profile || profile.emailConfirmed) return null
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
