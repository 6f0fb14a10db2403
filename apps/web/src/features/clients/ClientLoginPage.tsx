import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { takeDestination } from '../../app/destination.ts'
import { clearMailedLink, useMailedLink } from '../../app/mailed-link.ts'
import { privatePageMeta } from '../../app/private-page-meta.ts'
import { useSession } from '../../app/session.ts'
import { Brand } from '../../ui/Brand.tsx'
import { LoginByLink } from './LoginByLink.tsx'
import { RequestLink } from './RequestLink.tsx'

export const meta = privatePageMeta('Client Login')

/** The target of login links. The head script has already removed the token from the address bar. */
export default function ClientLoginPage() {
  return (
    <>
      <header className="pagebar">
        <Brand to="/welcome" />
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
        Login links work for 30 days, or until your freelancer replaces them. Have a fresh one sent to you.
      </RequestLink>
    )
  }
  if (token === '') return <MissingLink />
  return (
    <LoginByLink
      token={token}
      onRefused={(sentence) => {
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
  useEffect(() => {
    if (status === 'in') navigate(takeDestination('client'), { replace: true })
  }, [status, navigate])

  if (status === 'in') return null
  return (
    <RequestLink heading="Missing login token.">
      Open the link from your e-mail again, or have a fresh one sent to you.
    </RequestLink>
  )
}
