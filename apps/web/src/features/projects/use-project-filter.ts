import { projects } from '@portico/contract'
import { useSearchParams } from 'react-router'
import type { Filter } from './projects.queries.ts'

/** What the list is narrowed to stands in the address: it survives a reload, the way back, and can be sent to somebody. */
export function useProjectFilter() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const status = projects.ProjectStatus.enum.find((known) => known === params.get('status'))

  function change(name: keyof Filter, value: string | undefined) {
    setParams(
      (former) => {
        const next = new URLSearchParams(former)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  // What is not narrowed is absent, so that one list has one key.
  const filter: Filter = { ...(search && { search }), ...(status && { status }) }
  return { search, status, filter, change, clear: () => setParams({}, { replace: true }) }
}
