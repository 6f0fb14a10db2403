import type { ReactNode } from 'react'
import type { FormFields } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'

const labels = { firstName: 'First name', lastName: 'Last name', email: 'Email', company: 'Company' }
export type ClientField = keyof typeof labels
export type ClientText = Record<ClientField, string>

export type PersonText = Omit<ClientText, 'company'>

interface Props<Name extends string> extends FormFields<Name> {
  underEmail?: ReactNode
}

export function ClientFields({ underEmail, ...fields }: Props<ClientField>) {
  return (
    <>
      <PersonFields {...fields} underEmail={underEmail} />
      <TextField {...fields} name="company" />
    </>
  )
}

/** Of the client or another of their people. */
export function PersonFields({ underEmail, ...fields }: Props<keyof PersonText>) {
  return (
    <>
      <div className="form__pair">
        <TextField {...fields} name="firstName" />
        <TextField {...fields} name="lastName" />
      </div>
      <TextField {...fields} name="email" />
      {underEmail}
    </>
  )
}

function TextField<Name extends ClientField>({ name, errors, field }: FormFields<Name> & { name: Name }) {
  return (
    <Field label={labels[name]} error={errors[name]} hint={name === 'company' ? 'Optional' : undefined}>
      {(props) => (
        // Autofill would insert the freelancer's own data.
        <input
          {...props}
          {...field(name)}
          className="input"
          type={name === 'email' ? 'email' : 'text'}
          autoComplete="off"
        />
      )}
    </Field>
  )
}

export const requiredClientText = {
  firstName: 'First name is required.',
  lastName: 'Last name is required.',
  email: 'Email is required.',
}
