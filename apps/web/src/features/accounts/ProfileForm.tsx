import { accounts, isBlank, paths } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useDraft } from '../../app/draft.ts'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { changeProfile } from './accounts.queries.ts'
import { EmailNotice } from './EmailNotice.tsx'
import { OwnEmailRefused } from './OwnEmailRefused.tsx'
import { TimeZoneSelect } from './TimeZoneSelect.tsx'
import { getPresentTimeZone } from './time-zones.ts'

export const TIME_ZONE_HINT = 'Decides when a due date is today or overdue.'

const names = ['name', 'company', 'timeZone'] as const
type Name = (typeof names)[number]
type Draft = Partial<Record<Name, string | undefined>>
const EMPTY_DRAFT: Draft = { name: undefined, company: undefined, timeZone: undefined }

/** Drafts the changed fields alone; the others follow the server. */
export function ProfileForm({ profile }: { profile: accounts.Profile }) {
  const { draft, change, clearDraft } = useDraft<Draft>('profile', EMPTY_DRAFT)
  const [blank, setBlank] = useState<Record<string, string>>({})
  const { mutate, isPending, error, reset } = useMutation(changeProfile)
  const form = useFocusFirstError(blank.name ? blank : error)

  const saved = {
    name: profile.name,
    company: profile.company ?? '',
    timeZone: getPresentTimeZone(profile.timeZone),
  }
  const value = (name: Name) => draft[name] ?? saved[name]
  const touched = names.filter((name) => value(name) !== saved[name])
  const fieldErrors = blank.name ? blank : (error?.fields ?? {})
  const errorText = !blank.name && formErrorText(error, names, 'Failed to save profile')

  function undo() {
    change(EMPTY_DRAFT)
    clearDraft()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setBlank(isBlank(value('name')) ? { name: accounts.changeMe.config.whenBlank ?? '' } : {})
    if (!isBlank(value('name'))) mutate(changes(touched, value), { onSuccess: undo })
  }

  const text = (name: Name) => ({
    className: 'input',
    name,
    value: value(name),
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <form ref={form} className="form" method="post" noValidate onSubmit={submit}>
      <Field label="Name" error={fieldErrors.name}>
        {(field) => <input {...field} {...text('name')} autoComplete="name" />}
      </Field>
      <Field label="Company or title" error={fieldErrors.company}>
        {(field) => <input {...field} {...text('company')} autoComplete="organization" />}
      </Field>
      <Field label="Time zone" hint={TIME_ZONE_HINT} error={fieldErrors.timeZone}>
        {(field) => <TimeZoneSelect {...field} {...text('timeZone')} saved={saved.timeZone} />}
      </Field>
      <div className="field">
        <span className="label">Email</span>
        <span className="settings__fixed">{profile.email}</span>
        <span className="hint">
          To change it,{' '}
          <Link className="link" to={paths.freelancer.help}>
            write to support
          </Link>
          .
        </span>
      </div>
      <EmailNotice />
      <OwnEmailRefused />
      {errorText && <Notice danger>{errorText}</Notice>}
      <div className="actions">
        <Button
          type="submit"
          look="primary"
          disabled={!touched.length && !isPending}
          busy={isPending}
          busyLabel="Saving..."
        >
          Save Profile
        </Button>
        {touched.length > 0 && !isPending && (
          <Button
            look="quiet"
            onClick={() => {
              undo()
              setBlank({})
              reset()
            }}
          >
            Undo changes
          </Button>
        )}
      </div>
    </form>
  )
}

/** Sends the changed fields alone, so that changes from elsewhere are not overwritten. */
function changes(touched: Name[], value: (name: Name) => string): accounts.ProfileChange {
  return Object.fromEntries(
    touched.map((name) => [name, name === 'company' && isBlank(value(name)) ? null : value(name)]),
  )
}
