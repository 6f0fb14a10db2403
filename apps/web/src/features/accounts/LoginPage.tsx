import { accounts, paths } from '@portico/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../app/api.ts'
import { useLinkWithPlan } from '../../app/chosen-plan.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import { IfRegistrationOpen } from '../../app/registration.tsx'
import { startFreelancerSession, useSession } from '../../app/session.ts'
import { readDeviceId, readRememberToken } from '../../app/stored.ts'
import { shareTypedEmail } from '../../app/typed-email.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PorticoIllustration } from '../marketing/PorticoIllustration.tsx'
import { AuthPage } from './AuthPage.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import { SecondStep } from './SecondStep.tsx'
import { useRedirectWhenSignedIn } from './use-redirect-when-signed-in.ts'
import { WANTS_LINK } from './wants-link.ts'

export const meta = publicPageMeta({
  path: paths.login,
  title: 'Portico | Login',
  description: 'Log in to your freelancer account. Clients need no password: they come in by their link.',
})

export default function LoginPage() {
  const withPlan = useLinkWithPlan()
  return (
    <AuthPage
      heading="Welcome back"
      lead="Log in to your freelancer account."
      claim="Your client work, behind one door."
      picture={
        <PorticoIllustration
          frieze="Ada Marsh"
          heading="Good morning"
          sub="What is waiting"
          projects={[
            { title: 'Wedding brochure', status: 'In Progress', due: 'Due 24 November 2026' },
            { title: 'Spring menu', status: 'In Progress', due: 'Due 18 December 2026' },
          ]}
        />
      }
    >
      <LoginForm />
      <IfRegistrationOpen>
        <p className="foot">
          New to Portico?{' '}
          <Link className="link" to={withPlan(paths.register)}>
            Create an account
          </Link>
        </p>
      </IfRegistrationOpen>
      <p className="foot">
        Are you a client?{' '}
        <Link className="link" to={paths.clientLogin} state={WANTS_LINK}>
          Get your link
        </Link>
      </p>
    </AuthPage>
  )
}

export function LoginForm() {
  useRedirectWhenSignedIn()
  const withPlan = useLinkWithPlan()
  const session = useSession('freelancer')
  const [begun, setBegun] = useState<accounts.LoginChallenge>()
  const [refusal, setRefusal] = useState<string>()
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names: ['email', 'password'],
    whenBlank: 'Please enter both email and password.',
    send: async (typed) => {
      const browser = { deviceId: readDeviceId(), rememberToken: readRememberToken() }
      const reply = await call(accounts.login, { body: { ...typed, ...browser } })
      if ('challenge' in reply) setBegun(reply)
      else startFreelancerSession(reply.token, reply.user)
    },
  })
  if (begun) {
    return (
      <SecondStep
        begun={begun}
        onSignedIn={({ token, user }) => startFreelancerSession(token, user)}
        onBack={(reason) => {
          setRefusal(reason)
          setBegun(undefined)
        }}
      />
    )
  }

  const errorText =
    blankText ||
    (failure && failureMessage(failure, { fallback: 'Login failed' }).filter(Boolean).join('. ')) ||
    refusal
  return (
    // Method post: without the script, a browser would put the password into the address.
    <form className="form" method="post" noValidate onSubmit={onSubmit}>
      {session.status === 'out' && session.because === 'ended' && (
        <Notice>Your session has ended. Log in, and you come back to the page you were on.</Notice>
      )}
      <Field label="Email">
        {(field) => (
          <input
            {...field}
            ref={shareTypedEmail}
            className="input"
            name="email"
            type="email"
            autoComplete="email"
          />
        )}
      </Field>
      <Field
        label="Password"
        corner={
          <Link className="link" to={withPlan(paths.forgotPassword)}>
            Forgotten?
          </Link>
        }
      >
        {(field) => (
          <input
            {...field}
            className="input"
            name="password"
            type="password"
            autoComplete="current-password"
          />
        )}
      </Field>
      {errorText && <Notice danger>{errorText}</Notice>}
      <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Logging in...">
        Log In
      </Button>
      <PasskeyLogin />
    </form>
  )
}
