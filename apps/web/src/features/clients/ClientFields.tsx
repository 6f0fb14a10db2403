import { isBlank } from '@portico/contract'
import type { ReactNode } from 'react'
import { Field } from '../../ui/Field.tsx'

const labels = { firstName: 'First name', lastName: 'Last name', email: 'Email', company: 'Company' }
export type ClientField = keyof typeof labels
export type ClientText = Record<ClientField, string>
export const clientFields = Object.keys(labels) as ClientField[]

interface Props {
  values: ClientText
  onChange: (part: Partial<ClientText>) => void
  complaints: Record<string, string>
  underEmail?: ReactNode
}

const optional: ClientField[] = ['company']
const requiredFields = clientFields.filter((name) => !optional.includes(name))

export function ClientFields({ values, onChange, complaints, underEmail }: Props) {
  const field = (name: ClientField) => (
    <Field
      label={labels[name]}
      error={complaints[name]}
      hint={optional.includes(name) ? 'Optional' : undefined}
    >
      {(tied) => (
        // Autofill would insert the freelancer's own data.
        <input
          {...tied}
          className="input"
          name={name}
          type={name === 'email' ? 'email' : 'text'}
          autoComplete="off"
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <div className="form__pair">
        {field('firstName')}
        {field('lastName')}
      </div>
      {field('email')}
      {underEmail}
      {field('company')}
    </>
  )
}

/** An error for each blank field that is required. */
export function findMissingFields(values: ClientText): Record<string, string> {
  const blank = requiredFields.filter((name) => isBlank(values[name]))
  return Object.fromEntries(blank.map((name) => [name, `${labels[name]} is required.`]))
}
