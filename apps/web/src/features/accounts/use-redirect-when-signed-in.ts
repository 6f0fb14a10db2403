import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chosenPlanIn } from '../../app/chosen-plan.ts'
import { readFreelancerDestination, takeDestination } from '../../app/destination.ts'
import { useSession } from '../../app/session.ts'

/** After a login, also in another tab, opens the plan that was chosen on a public page, or the page that was requested. */
export function useRedirectWhenSignedIn() {
  const { status } = useSession('freelancer')
  const { search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (status !== 'in') return
    const destination = takeDestination('freelancer')
    navigate(chosenPlanPath(search) ?? destination, { replace: true })
  }, [status, search, navigate])
}

/** The same page, for the link of an email. */
export const wantedPath = (search: string) => chosenPlanPath(search) ?? readFreelancerDestination()

function chosenPlanPath(search: string) {
  const plans = chosenPlanIn(search)
  return plans && `/?${new URLSearchParams({ plans })}`
}
