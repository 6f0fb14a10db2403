import { useLocation } from 'react-router'

/** Opens 'Choose Your Plan' over whatever page one is on, and nothing of that page's own address is lost. */
export function usePlansLink() {
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('plans', '')
  return { search: `?${query}` }
}
