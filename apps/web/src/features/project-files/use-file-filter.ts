import { useSearchParams } from 'react-router'
import type { Filter } from '../files/files.queries.ts'
import type { FileView } from './FileList.tsx'
import { FROM_CLIENT } from './FileSections.tsx'

type Params = Partial<Record<'search' | 'sort' | 'view' | 'section', string | undefined>>

/** What is shown of the files and how, kept in the URL, so that it survives a reload and going back, and can be shared. */
export function useFileFilter() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const sort = (['name', 'size'] as const).find((known) => known === params.get('sort'))
  const section = params.get('section') ?? undefined
  const view: FileView = params.get('view') === 'grid' ? 'grid' : 'list'

  function change(names: Params) {
    setParams(changed(params, names), { replace: true, preventScrollReset: true })
  }

  // Unset filters are left out, so that the same list always has the same query key.
  const filter: Filter = {
    ...(search && { search }),
    ...(sort && { sort }),
    ...(section && (section === FROM_CLIENT ? { fromClient: true } : { section })),
  }
  const linkTo = (section?: string) => `?${changed(params, { section })}`
  return { search, sort, section, view, filter, change, linkTo }
}

function changed(params: URLSearchParams, names: Params) {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(names)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
