import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { takeDestination } from '../../app/destination.ts'
import { useSession } from '../../app/session.ts'

/** Whoever is signed in, here or in another tab, goes on to where they wanted to be. */
export function useWayIn() {
  const { status } = useSession('freelancer')
  const navigate = useNavigate()
  useEffect(() => {
    if (status === 'in') navigate(takeDestination('freelancer'), { replace: true })
  }, [status, navigate])
}
