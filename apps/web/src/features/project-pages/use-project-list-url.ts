import { paths } from '@portico/contract'
import { useLocation } from 'react-router'

/** The URL of the list with the filter that it had when this project was opened. */
export function useProjectListUrl() {
  const { state } = useLocation() as { state: { list?: string } | null }
  return paths.freelancer.projects + (state?.list ?? '')
}
