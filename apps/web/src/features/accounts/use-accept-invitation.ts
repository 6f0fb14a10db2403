import { members as endpoints, type members } from '@portico/contract'
import { useNavigate } from 'react-router'
import { call } from '../../app/api.ts'
import { clearMailedLink, mailedToken } from '../../app/mailed-link.ts'
import { startFreelancerSession } from '../../app/session.ts'

/** Accepts the invitation of the link, and opens the workspace. `login` is the token of a login that had a second step. */
export function useAcceptInvitation(onJoined: () => void) {
  const navigate = useNavigate()
  return async (answer: members.Acceptance, login?: string) => {
    const { token, user } = await call(
      endpoints.accept,
      { params: { token: mailedToken('invitation') }, body: answer },
      login === undefined ? { area: 'freelancer' } : { token: login },
    )
    onJoined()
    startFreelancerSession(token, user)
    await navigate('/', { replace: true })
    clearMailedLink()
  }
}
