import { paths, portals } from '@portico/contract'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { type Session, startClientSession } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'

interface Props {
  session: Session
  /** Shown while the portal changes. */
  skeleton: ReactNode
  children: ReactNode
}

/** Enters the portal that the address names, as those of the switcher and of pushed notifications do, and takes it out. */
export function PortalOfAddress({ session, skeleton, children }: Props) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const wanted = new URLSearchParams(search).get('portal')
  const isOther = wanted !== null && wanted !== session.id && !session.preview

  const leaveOut = useEffectEvent(() => {
    const rest = new URLSearchParams(search)
    rest.delete('portal')
    return navigate({ pathname, search: rest.toString(), hash }, { replace: true })
  })
  const enter = useEffectEvent(async (clientId: string) => {
    try {
      const { token } = await call(portals.enter, { params: { clientId } })
      startClientSession(token)
    } catch (error) {
      toast.error(...failureMessage(error as Parameters<typeof failureMessage>[0]))
      // A page of another portal would not be found in this one.
      navigate(paths.client.home, { replace: true })
    }
  })
  useEffect(() => {
    if (wanted === null) return
    if (isOther) enter(wanted)
    else leaveOut()
  }, [wanted, isOther])

  return isOther ? skeleton : children
}
