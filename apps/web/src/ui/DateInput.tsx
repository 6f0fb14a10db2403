import { isDay } from '@portico/contract'
import type { ComponentProps } from 'react'
import { formatDay } from './dates.ts'
import './DateInput.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { value: string }

/** A field for a day. Browsers show it in the format of the device, so the day stands beside it as everywhere else on the page. */
export function DateInput(props: Props) {
  return (
    <span className="date-input">
      <input {...props} className="input num" type="date" />
      {isDay(props.value) && (
        // Screen readers read the field itself.
        <span className="date-input__day" aria-hidden="true">
          {formatDay(props.value)}
        </span>
      )}
    </span>
  )
}
