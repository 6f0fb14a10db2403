import type { requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Move, moveRequest } from './change-requests.queries.ts'
import { moveItem } from './move-item.ts'

/** The requests of a project in their order. A move is shown at once, and reverted when it fails. */
export function useRequestOrder(projectId: string, all: readonly requests.Request[]) {
  const [pending, setPending] = useState<readonly Move[]>([])
  const { mutateAsync } = useMutation(moveRequest(projectId))
  const ordered = pending.reduce((list, { id, position }) => moveItem(list, id, position - 1), [...all])

  function move(id: string, position: number) {
    const added = { id, position }
    setPending((moves) => [...moves, added])
    mutateAsync(added)
      // A toast shows the failure.
      .catch(() => {})
      // By then the list has been refetched.
      .finally(() => setPending((moves) => moves.filter((one) => one !== added)))
  }

  return { ordered, move }
}
