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
  /** Says so behind the label. */
  isOptional?: boolean
  hint?: ReactNode
  /** Screen readers read it with the field. */
  error?: string | undefined
  className?: string
  /** Renders the control with its id and its ARIA attributes: `{(field) => <input {...field} … />}`. */
  children: (field: FieldProps) => ReactNode
  /** Beside the control, such as a submit button. */
  beside?: ReactNode
  /** At the end of the label's line. In the tab order it follows the control. */
  corner?: ReactNode
}

export function Field(props: Props) {
  const { label, isOptional = false, hint, error, className = '', children, beside, corner } = props
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={`field ${corner ? 'label-row ' : ''}${className}`}>
      <label htmlFor={id}>
        {label}
        {isOptional && (
          <>
            {' '}
            <span className="muted">(optional)</span>
          </>
        )}
      </label>
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
