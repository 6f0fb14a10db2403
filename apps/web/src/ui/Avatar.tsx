import { initialOf } from '@portico/contract'
import './Avatar.css'

/** Hidden from screen readers, because the name is beside it. */
export function Avatar({
  name,
  small = false,
  ink = false,
}: {
  name: string
  small?: boolean
  ink?: boolean
}) {
  return (
    <span className={`avatar${ink ? ' avatar--ink' : ''}${small ? ' avatar--sm' : ''}`} aria-hidden="true">
      {initialOf(name)}
    </span>
  )
}
