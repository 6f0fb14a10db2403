import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chosenPlanIn } from '../../app/chosen-plan.ts'
import { takeDestination } from '../../app/destination.ts'
import { useSession } from '../../app/session.ts'

/**
 * Whoever is signed in, here or in another tab, goes on to where they wanted to be: to the plan that they chose on a public
 * page, opened in the plan window, or to what they were on the way to.
 */
export function useRedirectWhenSignedIn() {
  const { status } = useSession('freelancer')
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (status !== 'in') return
    const plans = chosenPlanIn(search)
    const destination = takeDestination('freelancer')
    navigate(plans ? `/?${new URLSearchParams({ plans })}` : destination, { replace: true })
  }, [status, search, navigate])
}
