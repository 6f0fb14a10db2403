import { useCallback, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  set: (ids: Iterable<string>) => void
  end: () => void
}

/** What is selected in a list; undefined while nothing can be. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>()
  const toggle = useCallback((id: string) => {
    setIds((before = new Set()) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  return {
    selection: ids && {
      ids,
      toggle,
      set: (all: Iterable<string>) => setIds(new Set(all)),
      end: () => setIds(undefined),
    },
    begin: () => setIds(new Set()),
  }
}
