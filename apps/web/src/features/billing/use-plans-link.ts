import { useLocation } from 'react-router'

/** A link that opens the plan window over the current page and keeps its other parameters. */
export function usePlansLink() {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('plans', '')
  return { search: `?${query}` }
}
