import { paths } from '@portico/contract'
import { Link } from 'react-router'
import './GetStarted.css'

/**
 * The links from a public page to registration, or to the area of a signed-in person. The script in the head decides which
 * is here before anything is painted (app/head-script.ts), and the style sheet shows the one link that fits.
 */
export function GetStarted({ className }: { className?: string }) {
  return (
    <>
      <Link className={className} to={paths.register} data-shown-to="visitor">
        Get Started
      </Link>
      <Link className={className} to="/" data-shown-to="freelancer">
        Go to your dashboard
      </Link>
      <Link className={className} to={paths.client.home} data-shown-to="client">
        Go to your projects
      </Link>
    </>
  )
}
