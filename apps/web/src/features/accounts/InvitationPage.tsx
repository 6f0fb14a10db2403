import { members as endpoints, type members, paths } from '@portico/contract'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type ApiError, call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { useFocusFirstError } from '../../app/form-errors.ts'
import { clearMailedLink, mailedToken, useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { startFreelancerSession } from '../../app/session.ts'
import { readDeviceId } from '../../app/stored.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'

export const meta = privatePageMeta('Invitation')

/** Opened by the link of an invitation to work in a workspace. The script in the head has already removed its token from the address. */
export default function InvitationPage() {
  const token = useMailedLink('invitation')
  const [data, setData] = useState<members.Invitation>()
  const [error, setError] = useState<ApiError>()
  const refetch = () => {
    if (!token) return
    call(endpoints.invitation, { params: { token } }).then(setData, setError)
  }
  useEffect(refetch, [token])
  if (token === '') {
    return (
      <EmailLinkPage heading="This page needs the link from your email." lead="Open that link again.">
        <Next to={paths.login} label="Log in" />
      </EmailLinkPage>
    )
  }
  if (error && !data) {
    return (
      <EmailLinkPage heading="Your invitation" lead="It could not be opened.">
        <LoadFailed title="The invitation did not load" error={error} onRetry={refetch} />
      </EmailLinkPage>
    )
  }
  if (!data) {
    return (
      <EmailLinkPage heading="Your invitation" lead="One moment.">
        {null}
      </EmailLinkPage>
    )
  }
  return <Invitation invitation={data} />
}

const OVER = {
  accepted: { heading: 'This invitation was accepted already.', lead: 'Log in to go on.' },
  withdrawn: { heading: 'This invitation was withdrawn.', lead: 'Ask who invited you for a new one.' },
  expired: { heading: 'This invitation has expired.', lead: 'Ask who invited you for a new one.' },
}

function Invitation({ invitation }: { invitation: members.Invitation }) {
  const { state, workspace, invitedBy, email, signedInAs } = invitation
  if (state !== 'open') {
    return (
      <EmailLinkPage {...OVER[state]}>
        <Next to={paths.login} label="Log in" />
      </EmailLinkPage>
    )
  }
  const lead = `${invitedBy ?? 'Somebody'} invited ${email} to work there.`
  if (signedInAs && !signedInAs.isInvited) {
    return (
      <EmailLinkPage
        heading={`Join ${workspace.name}`}
        lead={`${lead} You are logged in as ${signedInAs.email}: log out first, then open the link again.`}
      >
        <Next to="/" label="Open Portico" />
      </EmailLinkPage>
    )
  }
  return (
    <EmailLinkPage heading={`Join ${workspace.name}`} lead={lead}>
      <AcceptForm invitation={invitation} />
    </EmailLinkPage>
  )
}

/** Somebody new chooses name and password, somebody known gives their password, and who is signed in nothing. */
function AcceptForm({ invitation: { hasAccount, signedInAs } }: { invitation: members.Invitation }) {
  const navigate = useNavigate()
  const isNew = !hasAccount
  const names = signedInAs ? [] : isNew ? ['name', 'password'] : ['password']
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names,
    whenBlank: isNew ? 'All fields are required.' : 'Please enter your password.',
    send: async (typed: Record<string, string>) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const { token, user } = await call(endpoints.accept, {
        params: { token: mailedToken('invitation') },
        body: { ...typed, ...(isNew && { timeZone }), deviceId: readDeviceId() },
      })
      startFreelancerSession(token, user)
      await navigate('/', { replace: true })
      clearMailedLink()
    },
  })
  const form = useFocusFirstError(blankText || failure)
  const { fields = {} } = failure ?? {}
  const hasFieldErrors = names.some((name) => fields[name])
  const errorText =
    blankText || (failure && !hasFieldErrors && failureMessage(failure).filter(Boolean).join(' '))
  return (
    <form ref={form} className="form narrow__form" method="post" noValidate onSubmit={onSubmit}>
      {names.includes('name') && (
        <Field label="Name" error={fields.name}>
          {(field) => <input {...field} className="input" name="name" autoComplete="name" />}
        </Field>
      )}
      {names.includes('password') && (
        <Field
          label={isNew ? 'Choose a password' : 'Your password'}
          hint={isNew ? 'At least 8 characters.' : undefined}
          error={fields.password}
        >
          {(field) => (
            <input
              {...field}
              className="input"
              name="password"
              type="password"
              autoComplete={isNew ? 'new-password' : 'current-password'}
            />
          )}
        </Field>
      )}
      {errorText && <Notice danger>{errorText}</Notice>}
      <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Joining...">
        Join
      </Button>
    </form>
  )
}

function Next({ to, label }: { to: string; label: string }) {
  return (
    <div className="actions">
      <Link className="btn btn--primary btn--lg" to={to}>
        {label}
      </Link>
    </div>
  )
}
