import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The plan that was chosen on a public page, as the address names it. The plan window checks that there is such a plan. */
export function chosenPlanIn(search: string) {
  return new URLSearchParams(search).get('plan') || undefined
}

/**
 * Links from one entry page to another that keep the chosen plan. Ready HTML knows no query, so the links take the plan up
 * only after React has taken the page over.
 */
export function useLinkWithPlan() {
  const { search } = useLocation()
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  const plan = isHydrated ? chosenPlanIn(search) : undefined
  return (path: string) => (plan ? `${path}?${new URLSearchParams({ plan })}` : path)
}

const subscribeToNothing = () => () => {}
