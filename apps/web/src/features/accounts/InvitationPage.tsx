import { accounts, members as endpoints, type members, paths } from '@portico/contract'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '../../app/api.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { logOut } from '../../app/logout.ts'
import { useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useSession } from '../../app/session.ts'
import { readDeviceId, readRememberToken } from '../../app/stored.ts'
import { useSubmit } from '../../app/use-submit.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDate } from '../../ui/dates.ts'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LoadFailed } from '../../ui/States.tsx'
import { EmailLinkPage } from './EmailLinkPage.tsx'
import { JoinByCode } from './JoinByCode.tsx'
import { SecondStep } from './SecondStep.tsx'
import { useAcceptInvitation } from './use-accept-invitation.ts'

export const meta = privatePageMeta('Invitation')

/** Opened by the link of an invitation to work in a workspace. The script in the head has already removed its token from the address. */
export default function InvitationPage() {
  const token = useMailedLink('invitation')
  const session = useSession('freelancer')
  const personId = session.status === 'in' ? session.session.id : undefined
  const hasJoined = useRef(false)
  const [invitation, setInvitation] = useState<members.Invitation>()
  const [error, setError] = useState<ApiError>()

  const read = useEffectEvent(async () => {
    if (!token || hasJoined.current) return
    try {
      setInvitation(await call(endpoints.invitation, { params: { token } }, { area: 'freelancer' }))
      setError(undefined)
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      // The session has ended, and the page reads it again without one.
      if (reason.status !== 401) setError(reason)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it says who is signed in, so another person reads it again
  useEffect(() => void read(), [token, personId])

  if (token === '' || error?.status === 404) {
    return (
      <EmailLinkPage
        heading={
          token === '' ? 'This page needs the link from your email.' : 'This link opens no invitation.'
        }
        lead="It may have been cut off on its way. Open it once more from the email, or ask for a new one."
      >
        {personId && <Next to={paths.freelancer.home} label="Open Portico" />}
      </EmailLinkPage>
    )
  }
  if (!invitation) {
    return (
      <EmailLinkPage heading="Your invitation" lead={error ? 'It could not be opened.' : 'One moment.'}>
        {error && <LoadFailed title="The invitation did not load" error={error} onRetry={read} />}
      </EmailLinkPage>
    )
  }
  if (invitation.state !== 'open') return <Over invitation={invitation} />
  const onJoined = () => {
    hasJoined.current = true
  }
  const isOther = invitation.signedInAs?.isInvited === false
  const Page = isOther ? SomebodyElse : AcceptPage
  return <Page invitation={invitation} onJoined={onJoined} />
}

const OVER = {
  accepted: 'This invitation was accepted already.',
  withdrawn: 'This invitation was withdrawn.',
  expired: 'This invitation has expired.',
}

function Over({ invitation }: { invitation: members.Invitation }) {
  const { state, workspace, invitedBy, hasAccount, signedInAs } = invitation
  if (state === 'open') return null
  const lead =
    state === 'accepted'
      ? `It was for ${workspace.name}.`
      : `It was for ${workspace.name}. Ask ${invitedBy ?? workspace.name} for a new one.`
  return (
    <EmailLinkPage heading={OVER[state]} lead={lead}>
      {signedInAs && <Next to={paths.freelancer.home} label="Open Portico" />}
      {!signedInAs && hasAccount && <Next to={paths.login} label="Log in" />}
    </EmailLinkPage>
  )
}

interface AcceptProps {
  invitation: members.Invitation
  onJoined: () => void
}

/** May go on as the invited person, or join as themselves. */
function SomebodyElse({ invitation, onJoined }: AcceptProps) {
  const { workspace, invitedBy, email, signedInAs } = invitation
  const accept = useAcceptInvitation(onJoined)
  const [busy, setBusy] = useState(false)
  return (
    <EmailLinkPage
      heading={`Join ${workspace.name}`}
      lead={`${invitedBy ?? 'Somebody'} invited ${email} to work there. You are logged in as ${signedInAs?.email}.`}
    >
      <div className="actions">
        <Button
          look="primary"
          size="lg"
          busy={busy}
          busyLabel="Logging out..."
          onClick={() => {
            setBusy(true)
            void logOut('freelancer')
          }}
        >
          Log out and go on
        </Button>
        <Link className="btn btn--quiet btn--lg" to={paths.freelancer.home}>
          Open Portico
        </Link>
      </div>
      {signedInAs && <JoinByCode email={signedInAs.email} onAccept={accept} />}
    </EmailLinkPage>
  )
}

function AcceptPage({ invitation, onJoined }: AcceptProps) {
  const { workspace, email, until, hasAccount, signedInAs, role } = invitation
  const accept = useAcceptInvitation(onJoined)
  const [begun, setBegun] = useState<accounts.LoginChallenge>()
  const [refusal, setRefusal] = useState<string>()
  const joining = useSubmit((answer: members.Acceptance) => accept(answer))

  const by = `${invitation.invitedBy ?? 'Somebody'} invited you to work there${role === 'admin' ? ' as an admin' : ''}.`
  const lead = signedInAs
    ? `${by} You are logged in as ${email}. What you have elsewhere in Portico stays as it is.`
    : hasAccount
      ? `${by} You have an account as ${email}: log in with its password.`
      : `${by} You come in as ${email}, with a name and a password that you choose.`
  const page = (children: ReactNode) => (
    <EmailLinkPage heading={`Join ${workspace.name}`} lead={lead}>
      {children}
      <p className="small muted">The invitation works until {formatDate(until)}.</p>
    </EmailLinkPage>
  )

  if (begun) {
    return page(
      <SecondStep
        begun={begun}
        onSignedIn={({ token }) => accept({}, token)}
        onBack={(reason) => {
          setRefusal(reason)
          setBegun(undefined)
        }}
      />,
    )
  }
  if (signedInAs) {
    const errorText = formErrorText(joining.failure, [], 'That did not work')
    return page(
      <div className="form narrow__form">
        {errorText && <Notice danger>{errorText}</Notice>}
        <Button
          look="primary"
          size="lg"
          busy={joining.busy}
          busyLabel="Joining..."
          onClick={() => joining.submit({})}
        >
          Join {workspace.name}
        </Button>
      </div>,
    )
  }
  return page(
    <AcceptForm invitation={invitation} refusal={refusal} onAccept={accept} onSecondStep={setBegun} />,
  )
}

interface FormProps {
  invitation: members.Invitation
  refusal: string | undefined
  onAccept: (answer: members.Acceptance) => Promise<void>
  onSecondStep: (begun: accounts.LoginChallenge) => void
}

/** Somebody new chooses name and password, and somebody known gives theirs. */
function AcceptForm({ invitation: { email, hasAccount }, refusal, onAccept, onSecondStep }: FormProps) {
  const names = hasAccount ? ['password'] : ['name', 'password']
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names,
    whenBlank: hasAccount ? 'Please enter your password.' : 'All fields are required.',
    send: async (typed: Record<string, string>) => {
      const browser = { deviceId: readDeviceId(), rememberToken: readRememberToken() }
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      try {
        await onAccept({ ...typed, ...browser, ...(!hasAccount && { timeZone }) })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'SECOND_STEP_NEEDED') throw error
        const reply = await call(accounts.login, {
          body: { email, password: typed.password ?? '', ...browser },
        })
        if ('challenge' in reply) onSecondStep(reply)
      }
    },
  })
  const form = useFocusFirstError(blankText || failure)
  const { fields = {} } = failure ?? {}
  const errorText = blankText || formErrorText(failure, names, 'That did not work') || refusal
  return (
    <form ref={form} className="form narrow__form" method="post" noValidate onSubmit={onSubmit}>
      {!hasAccount && (
        <Field label="Name" error={fields.name}>
          {(field) => <input {...field} className="input" name="name" autoComplete="name" />}
        </Field>
      )}
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly autoComplete="username" value={email} />
      <Field
        label={hasAccount ? 'Your password' : 'Choose a password'}
        hint={hasAccount ? undefined : 'At least 8 characters.'}
        error={fields.password}
        corner={
          hasAccount && (
            <Link className="link" to={paths.forgotPassword}>
              Forgotten?
            </Link>
          )
        }
      >
        {(field) => (
          <input
            {...field}
            className="input"
            name="password"
            type="password"
            autoComplete={hasAccount ? 'current-password' : 'new-password'}
          />
        )}
      </Field>
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
