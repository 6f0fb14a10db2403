import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** The plan in the address, chosen on a public page. The plan window checks that it exists. */
export function chosenPlanIn(search: string) {
  return new URLSearchParams(search).get('plan') || undefined
}

/** Makes links between entry pages that keep the chosen plan. Prerendered HTML has no query, so they get it after hydration. */
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
