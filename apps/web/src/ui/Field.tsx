import { type ReactNode, useId } from 'react'
import { CoreIcon } from './CoreIcon.tsx'
import './Field.css'

export interface FieldProps {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

interface Props {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong with it; read out with the field. */
  error?: string | undefined
  className?: string
  /** Draws the control itself, with the id and the ties to hint and error: `{(field) => <input {...field} … />}`. */
  children: (field: FieldProps) => ReactNode
  /** What stands beside the control inside the field, such as the button of a setter. */
  beside?: ReactNode
  /** What stands at the end of the label's line, and is reached after the control. */
  corner?: ReactNode
}

export function Field({ label, hint, error, className = '', children, beside, corner }: Props) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${corner ? 'label-row ' : ''}${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
      })}
      {beside}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <span className="error" id={`${id}-error`}>
          <CoreIcon name="alert" />
          {error}
        </span>
      )}
      {corner && <span className="label-row__end">{corner}</span>}
    </div>
  )
}
