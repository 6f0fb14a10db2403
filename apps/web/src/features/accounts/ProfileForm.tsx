import { accounts, isBlank, paths } from '@portico/contract'
import { Link } from 'react-router'
import { useMemberRole } from '../../app/session.ts'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { changeProfile } from './accounts.queries.ts'
import { EmailNotice } from './EmailNotice.tsx'
import { OwnEmailRefused } from './OwnEmailRefused.tsx'
import { TimeZoneSelect } from './TimeZoneSelect.tsx'
import { getPresentTimeZone } from './time-zones.ts'

export const TIME_ZONE_HINT = 'Decides when a due date is today or overdue.'

/** Sends the changed fields alone; the others follow the server. */
export function ProfileForm({ profile }: { profile: accounts.Profile }) {
  const saved = {
    name: profile.name,
    company: profile.company ?? '',
    timeZone: getPresentTimeZone(profile.timeZone),
  }
  const form = useForm({
    draft: 'profile',
    saved,
    required: { name: accounts.changeMe.config.whenBlank ?? '' },
    mutation: changeProfile,
    input: (_, { timeZone, ...changes }, { timeZone: _timeZone, ...was }) => ({
      ...withoutBlank(changes),
      ...(timeZone !== undefined && { timeZone }),
      was: withoutBlank(was),
    }),
    fallback: 'Failed to save profile',
  })
  const { errors, field } = form
  // The company is the name of the workspace.
  const isManager = useMemberRole() !== 'member'
  return (
    <form ref={form.ref} className="form" method="post" noValidate onSubmit={form.submit}>
      <Field label="Name" error={errors.name}>
        {(props) => <input {...props} {...field('name')} className="input" autoComplete="name" />}
      </Field>
      {isManager && (
        <Field label="Company or title" error={errors.company}>
          {(props) => (
            <input {...props} {...field('company')} className="input" autoComplete="organization" />
          )}
        </Field>
      )}
      <Field label="Time zone" hint={TIME_ZONE_HINT} error={errors.timeZone}>
        {(props) => (
          <TimeZoneSelect {...props} {...field('timeZone')} className="input" saved={saved.timeZone} />
        )}
      </Field>
      <div className="field">
        <span className="label">Email</span>
        <span className="settings__fixed">{profile.email}</span>
        <span className="hint">
          <Link className="link" to={paths.freelancer.ownEmail}>
            Change it under Security
          </Link>
        </span>
      </div>
      <EmailNotice />
      <OwnEmailRefused />
      {form.conflicts.map((conflict) => (
        <ChangedMeanwhile
          key={conflict.name}
          conflict={conflict}
          label={conflict.name === 'name' ? 'Name' : 'Company or title'}
        />
      ))}
      {form.problem && <Notice danger>{form.problem}</Notice>}
      <div className="actions">
        <Button
          type="submit"
          look="primary"
          disabled={form.isUntouched && !form.busy}
          busy={form.busy}
          busyLabel="Saving..."
        >
          Save Profile
        </Button>
        {!form.isUntouched && !form.busy && (
          <Button look="quiet" onClick={form.discard}>
            Undo changes
          </Button>
        )}
      </div>
    </form>
  )
}

function withoutBlank({ name, company }: { name?: string; company?: string }) {
  return {
    ...(name !== undefined && { name }),
    ...(company !== undefined && { company: isBlank(company) ? null : company }),
  }
}
