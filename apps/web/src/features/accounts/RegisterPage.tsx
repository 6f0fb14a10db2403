import { accounts, paths } from '@portico/contract'
import { Link, useLocation } from 'react-router'
import { call } from '../../app/api.ts'
import { useLinkWithPlan } from '../../app/chosen-plan.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { withPlansText } from '../../app/plans.tsx'
import { publicPageMeta } from '../../app/public-page-meta.ts'
import { allowedDomainsText, IfRegistrationOpen, registrationClosedText } from '../../app/registration.tsx'
import { startFreelancerSession } from '../../app/session.ts'
import { readDeviceId } from '../../app/stored.ts'
import { useUncontrolledForm } from '../../app/use-uncontrolled-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PorticoIllustration } from '../marketing/PorticoIllustration.tsx'
import { AuthPage } from './AuthPage.tsx'
import { useRedirectWhenSignedIn, wantedPath } from './use-redirect-when-signed-in.ts'

export const meta = publicPageMeta({
  path: paths.register,
  title: 'Portico | Register',
  description: `Create a freelancer account${withPlansText(': free for one client, no credit card')}.`,
})

export default function RegisterPage() {
  const withPlan = useLinkWithPlan()
  return (
    <AuthPage
      heading="Create your account"
      lead={
        withPlansText('Free for one client.', 'Your clients need none: they come in by a link.') +
        allowedDomainsText()
      }
      claim="Your name goes over the door."
      picture={
        <PorticoIllustration
          frieze="Your name"
          heading="Your first client"
          sub="comes in here"
          projects={[{ title: 'Their project', status: 'Pending', due: 'No deadline' }]}
        />
      }
    >
      <IfRegistrationOpen otherwise={<Notice>{registrationClosedText()}</Notice>}>
        <RegisterForm />
      </IfRegistrationOpen>
      <p className="foot">
        Already registered?{' '}
        <Link className="link" to={withPlan(paths.login)}>
          Log in
        </Link>
      </p>
    </AuthPage>
  )
}

const names = ['name', 'email', 'password'] as const

export function RegisterForm() {
  useRedirectWhenSignedIn()
  const { search } = useLocation()
  const { onSubmit, busy, blankText, failure } = useUncontrolledForm({
    names,
    whenBlank: 'All fields are required.',
    send: async (typed) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const { token, user } = await call(accounts.register, {
        body: { ...typed, timeZone, deviceId: readDeviceId(), path: wantedPath(search) },
      })
      startFreelancerSession(token, user)
    },
  })

  const { fields = {} } = failure ?? {}
  const hasFieldErrors = names.some((name) => fields[name])
  const errorText =
    blankText ||
    (failure &&
      !hasFieldErrors &&
      failureMessage(failure, { fallback: 'Registration failed' }).filter(Boolean).join('. '))
  return (
    <form className="form" method="post" noValidate onSubmit={onSubmit}>
      <Field label="Name" error={fields.name}>
        {(field) => <input {...field} className="input" name="name" autoComplete="name" />}
      </Field>
      <Field label="Email" error={fields.email}>
        {(field) => <input {...field} className="input" name="email" type="email" autoComplete="email" />}
      </Field>
      <Field label="Password" hint="At least 8 characters." error={fields.password}>
        {(field) => (
          <input {...field} className="input" name="password" type="password" autoComplete="new-password" />
        )}
      </Field>
      {errorText && <Notice danger>{errorText}</Notice>}
      <Button type="submit" look="primary" size="lg" busy={busy} busyLabel="Registering...">
        Register
      </Button>
    </form>
  )
}
