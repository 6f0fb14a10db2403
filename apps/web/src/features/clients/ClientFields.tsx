import type { ReactNode } from 'react'
import type { FormFields } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'

const labels = { firstName: 'First name', lastName: 'Last name', email: 'Email', company: 'Company' }
export type ClientField = keyof typeof labels
export type ClientText = Record<ClientField, string>

interface Props extends FormFields<ClientField> {
  underEmail?: ReactNode
}

export function ClientFields({ errors, field, underEmail }: Props) {
  const show = (name: ClientField) => (
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
  return (
    <>
      <div className="form__pair">
        {show('firstName')}
        {show('lastName')}
      </div>
      {show('email')}
      {underEmail}
      {show('company')}
    </>
  )
}

export const requiredClientText = {
  firstName: 'First name is required.',
  lastName: 'Last name is required.',
  email: 'Email is required.',
}
