import { Link } from 'react-router'
import { Icon } from '../../../ui/Icon.tsx'

/** On a phone, where one view is seen at a time. */
export function BackToList({ to }: { to: string }) {
  return (
    <Link className="btn btn--quiet btn--icon chat__back" to={to} aria-label="All clients">
      <Icon name="back" />
    </Link>
  )
}
