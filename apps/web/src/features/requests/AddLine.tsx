import type { requests } from '@portico/contract'
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CoreIcon } from '../../ui/CoreIcon.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { NewLine } from './new-lines.ts'
import { kindText } from './request-text.ts'

interface Props {
  line: NewLine
  /** The labels of the others are for screen readers only. */
  hasLabels: boolean
  isLast: boolean
  onChange: (part: Partial<NewLine>) => void
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  onRemove: () => void
}

/** A row of the form for a new request: title, kind and due date. */
export function AddLine({ line, hasLabels, isLast, onChange, onKeyDown, onPaste, onRemove }: Props) {
  const { title, kind, dueDate } = line
  const label = (text: ReactNode) => (hasLabels ? text : <span className="vh">{text}</span>)
  return (
    <li>
      <Field label={label('What do you need?')} className="new-requests__title">
        {(field) => (
          <input
            {...field}
            className="input"
            name="title"
            autoComplete="off"
            maxLength={200}
            placeholder={hasLabels && isLast ? undefined : 'One more'}
            value={title}
            onChange={(event) => onChange({ title: event.target.value })}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        )}
      </Field>
      <Field label={label('As')}>
        {(field) => (
          <div className="select">
            <Icon name="down" small />
            <select
              {...field}
              className="input"
              name="kind"
              value={kind}
              onChange={(event) => onChange({ kind: event.target.value as requests.RequestKind })}
            >
              <option value="file">{kindText.file}</option>
              <option value="text">{kindText.text}</option>
            </select>
          </div>
        )}
      </Field>
      <Field
        className="new-requests__due"
        label={label(
          <>
            Due <span className="muted">(optional)</span>
          </>,
        )}
      >
        {(field) => (
          <DateInput
            {...field}
            name="dueDate"
            value={dueDate}
            onChange={(event) => onChange({ dueDate: event.target.value })}
          />
        )}
      </Field>
      <Button
        look="quiet"
        className="btn--icon"
        aria-label={title ? `Remove ${title}` : 'Remove this line'}
        disabled={isLast}
        onClick={onRemove}
      >
        <CoreIcon name="close" small />
      </Button>
    </li>
  )
}
