import { useSearchParams } from 'react-router'
import type { Filter } from '../files/files.queries.ts'
import type { FileView } from './FileList.tsx'

type Param = keyof Filter | 'view'

/** What is shown of the files and how, kept in the URL, so that it survives a reload and going back, and can be shared. */
export function useFileFilter() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const sort = (['name', 'size'] as const).find((known) => known === params.get('sort'))
  const view: FileView = params.get('view') === 'grid' ? 'grid' : 'list'

  function change(names: Partial<Record<Param, string | undefined>>) {
    setParams(
      (former) => {
        const next = new URLSearchParams(former)
        for (const [name, value] of Object.entries(names)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  // Unset filters are left out, so that the same list always has the same query key.
  const filter: Filter = { ...(search && { search }), ...(sort && { sort }) }
  return { search, sort, view, filter, change }
}
