import { paths } from '@portico/contract'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { IfRegistrationOpen } from '../app/registration.tsx'
import { storedKnownClient } from '../app/stored.ts'
import './GetStarted.css'

/**
 * The links from a public page to registration, to the area of a signed-in person, or to the login of a client who was here before. The script in the head decides which
 * is here before anything is painted (app/head-script.ts), and the style sheet shows the one link that fits.
 */
export function GetStarted({ className }: { className?: string }) {
  return (
    <>
      <IfRegistrationOpen>
        <Link className={className} to={paths.register} data-shown-to="visitor">
          Get Started
        </Link>
      </IfRegistrationOpen>
      <Link className={className} to="/" data-shown-to="freelancer">
        Go to your dashboard
      </Link>
      <Link className={className} to={paths.client.home} data-shown-to="client">
        Go to your projects
      </Link>
      <Link className={className} to={paths.clientLogin} data-shown-to="before">
        {/* One element, because a button puts space between its parts. */}
        <span>
          Are you <KnownClientName />?
        </span>
      </Link>
    </>
  )
}

/** The script in the head writes it into pages without React, and before it. */
function KnownClientName() {
  const name = useSyncExternalStore(subscribeToNothing, storedKnownClient.read, () => undefined)
  return (
    <span data-client-name suppressHydrationWarning>
      {name ?? 'a client'}
    </span>
  )
}

const subscribeToNothing = () => () => {}
