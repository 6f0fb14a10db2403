import { paths } from '@portico/contract'
import { Link } from 'react-router'

const pages = { FAQ: paths.faq, Privacy: paths.privacy, Terms: paths.terms }

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
