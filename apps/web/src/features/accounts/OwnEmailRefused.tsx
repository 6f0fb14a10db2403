import { paths } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { myProfile, sendTestEmail } from './accounts.queries.ts'
import { RefusedEmailNote } from './RefusedEmailNote.tsx'

/** Why the freelancer gets no notifications by email, if the mail server refuses their address. */
export function OwnEmailRefused() {
  const { data: profile } = useQuery(myProfile)
  const { mutate, isPending } = useMutation(sendTestEmail)
  if (!profile?.emailRefusal) return null
  return (
    <RefusedEmailNote
      email={profile.email}
      refusal={profile.emailRefusal}
      action={
        <Button size="sm" busy={isPending} busyLabel="Sending..." onClick={() => mutate()}>
          Send a test
        </Button>
      }
    >
      You are not notified by email until one gets through again. If you have another address,{' '}
      <Link className="link" to={paths.freelancer.ownEmail}>
        change it under Security
      </Link>
      .
    </RefusedEmailNote>
  )
}
