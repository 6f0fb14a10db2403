import { useSearchParams } from 'react-router'
import { dialogOnDemand } from '../../ui/dialog-on-demand.tsx'

const PlanModal = dialogOnDemand(() => import('./PlanModal.tsx'))

/** 'Choose Your Plan', wherever the address says `?plans`: so it can be linked to, and Back closes it. */
export function PlansOnDemand() {
  const [query, setQuery] = useSearchParams()
  if (!query.has('plans')) return null

  function close() {
    setQuery(
      (now) => {
        now.delete('plans')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return <PlanModal onClose={close} />
}
