import { paths } from '@portico/contract'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useKnownBrand } from '../../app/client-brand.ts'
import { configuredDuration } from '../../app/configured-duration.ts'
import { readDestination, rememberDestination, takeDestination } from '../../app/destination.ts'
import { clearMailedLink, mailedDestination, useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { reloadSession, useSession } from '../../app/session.ts'
import { storedClientEnding, storedKnownClient, storedMyFreelancer } from '../../app/stored.ts'
import { Brand } from '../../ui/Brand.tsx'
import { PortalBrand } from '../../ui/PortalBrand.tsx'
import { wantsLink } from '../accounts/wants-link.ts'
import { OtherPortals } from '../portals/OtherPortals.tsx'
import { LoginByLink } from './LoginByLink.tsx'
import { RequestLink } from './RequestLink.tsx'

export const meta = privatePageMeta('Client Login')

/** The target of login links. The head script has already removed the token from the address bar. */
export default function ClientLoginPage() {
  const known = useKnownBrand()
  return (
    <>
      <header className="pagebar">
        {known ? <PortalBrand brand={known} to={paths.clientLogin} /> : <Brand to={paths.welcome} />}
      </header>
      <main className="narrow" id="main" tabIndex={-1}>
        <ClientLogin />
      </main>
    </>
  )
}

export function ClientLogin() {
  const token = useMailedLink('client-login')
  const [refusal, setRefusal] = useState<string>()

  if (refusal) {
    return (
      <RequestLink heading={refusal}>
        Login links work for {configuredDuration('loginLink')}, or until they are replaced. Have a fresh one
        sent to you.
      </RequestLink>
    )
  }
  if (token === '') return <MissingLink />
  return (
    <LoginByLink
      token={token}
      onRefused={(sentence) => {
        // A fresh link opens the same page.
        const wanted = mailedDestination()
        if (wanted) rememberDestination(wanted)
        clearMailedLink()
        setRefusal(sentence)
      }}
    />
  )
}

/** The page without a token, for example from a bookmark. Signed-in clients are redirected. */
function MissingLink() {
  const { status } = useSession('client')
  const navigate = useNavigate()
  const { state } = useLocation()
  // Logging out of one portal leaves the session of another.
  const hasLeftOne = storedClientEnding.read() === 'left'
  useEffect(() => {
    if (hasLeftOne && status === 'out') reloadSession('client')
    if (!hasLeftOne && status === 'in') navigate(takeDestination('client'), { replace: true })
  }, [hasLeftOne, status, navigate])

  if (status === 'in') return hasLeftOne ? <OtherPortals left={storedMyFreelancer.read()} /> : null
  const asksForLink = wantsLink(state) || wantsPage()
  const ending = storedClientEnding.read()
  const known = storedKnownClient.read()
  if (known && !ending && !asksForLink) return <AreYou name={known} />
  const { heading, text } = textFor(ending, storedMyFreelancer.read(), asksForLink)
  return <RequestLink heading={heading}>{text}</RequestLink>
}

/** Somebody has opened the front page where a client was signed in before. */
function AreYou({ name }: { name: string }) {
  return (
    <>
      <RequestLink heading={`Are you ${name}?`}>
        Then open the newest link from your email, or have a fresh one sent to you: it leads to your portal.
      </RequestLink>
      <p className="foot">
        Somebody else?{' '}
        <Link className="link" to={paths.welcome} onClick={() => storedKnownClient.remove()}>
          Go to the front page
        </Link>
      </p>
    </>
  )
}

/** A page inside the portal was opened without a session, for example from a bookmark. */
function wantsPage() {
  return /^\/client-dashboard\/./.test(readDestination('client') ?? '')
}

function textFor(ending: string | undefined, freelancer: string | undefined, asksForLink: boolean) {
  const fresh = 'Open the newest link from your email, or have a fresh one sent to you.'
  if (ending === 'left') {
    return {
      heading: 'You are logged out.',
      text: freelancer ? `To come back to your work with ${freelancer}: ${startSmall(fresh)}` : fresh,
    }
  }
  if (ending === 'ended') {
    return {
      heading: 'Your session has ended.',
      text: `It had run out, or ${freelancer ?? 'the person you work with'} has renewed or ended your access. ${fresh}`,
    }
  }
  if (asksForLink) {
    return {
      heading: 'Get your link',
      text: 'Clients come in by a link, without a password. Have a fresh one sent to the address at which you were invited.',
    }
  }
  return {
    heading: 'Missing login token.',
    text: 'Open the link from your email again, or have a fresh one sent to you.',
  }
}

const startSmall = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)
