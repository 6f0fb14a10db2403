import { Link } from 'react-router'
import './Brand.css'

/** The logo, as a link to the first page of its area. */
export function Brand({ to }: { to: string }) {
  return (
    <Link className="brand" to={to} aria-label="Portico">
      <Mark />
      <span className="word">Portico</span>
    </Link>
  )
}

export function Mark() {
  return (
    <svg className="mark" viewBox="2 1 20 22" aria-hidden="true">
      <path fill="currentColor" d="M2 3h20v2.5h-1.25V21h-2.5V5.5H5.75V21h-2.5V5.5H2z" />
      <path className="door" d="M8.25 21V12a3.75 3.75 0 0 1 7.5 0v9z" />
    </svg>
  )
}
