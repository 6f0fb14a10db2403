import { Link } from 'react-router'
import { Drawing } from '../ui/Drawing.tsx'
import '../ui/States.css'

export function NotFound({ home, label }: { home: string; label: string }) {
  return (
    <div className="wrap blank">
      <Drawing name="shelf" />
      <h1 tabIndex={-1}>Page not found</h1>
      <p>The address may be mistyped, or the page has moved.</p>
      <Link className="btn btn--secondary" to={home}>
        {label}
      </Link>
    </div>
  )
}
