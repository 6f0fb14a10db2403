import { Link } from 'react-router'

const pages = { FAQ: '/FAQ', Privacy: '/privacy', Terms: '/terms' }

export function SmallPrint() {
  return (
    <nav className="small-print" aria-label="About Portico">
      {Object.entries(pages).map(([label, to]) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
