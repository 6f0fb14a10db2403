import { planNames } from '@portico/contract'
import { useSearchParams } from 'react-router'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const PlanModal = lazyDialog(() => import('./PlanModal.tsx'))

/** 'Choose Your Plan' where the address says `?plans`, with a plan chosen where it says `?plans=pro`; Back closes it. */
export function PlanModalRoute() {
  const [query, setQuery] = useSearchParams()
  if (!query.has('plans')) return null
  const chosen = planNames.find((plan) => plan === query.get('plans'))

  function close() {
    setQuery(
      (now) => {
        now.delete('plans')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return <PlanModal chosen={chosen} onClose={close} />
}
