import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { storedMine } from '../../app/stored.ts'
import { dashboardSummary } from './dashboard.queries.ts'

/**
 * Whether a page shows only what belongs to the clients that one is assigned to. For those of a team who see all clients, a choice
 * that is kept in the URL and remembered; for everybody else there is nothing to choose.
 */
export function useMine() {
  const [params, setParams] = useSearchParams()
  const { data: summary, isError } = useQuery(dashboardSummary)
  const team = summary?.team
  const chosen = asChoice(params.get('mine')) ?? asChoice(storedMine.read())
  const canChoose = team?.sees === 'all'
  // Until it is known, the list is loaded as it was shown last, so that nobody waits for the answer.
  const mine = summary ? canChoose && (chosen ?? team.assigned > 0) : (chosen ?? false)

  function choose(value: boolean) {
    remember(value)
    setParams(
      (former) => {
        const next = new URLSearchParams(former)
        next.set('mine', String(value))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return { mine, canChoose, isKnown: summary !== undefined || isError, choose, remember }
}

/** For pages that do not have the choice in their URL. */
const remember = (mine: boolean) => storedMine.write(String(mine))

export type MineState = ReturnType<typeof useMine>

const asChoice = (text: string | null | undefined) =>
  text === 'true' || text === 'false' ? text === 'true' : undefined
