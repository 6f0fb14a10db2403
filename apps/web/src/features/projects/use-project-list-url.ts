import { useLocation } from 'react-router'

/** The list as it was narrowed when the person went on to one of its projects. */
export function useProjectListUrl() {
  const { state } = useLocation() as { state: { list?: string } | null }
  return `/projects${state?.list ?? ''}`
}
