import type { requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { useMoveFocusOnUnmount } from '../../ui/use-move-focus-on-unmount.ts'
import { acceptAllAnswers } from './change-requests.queries.ts'

interface Props {
  projectId: string
  requests: readonly requests.Request[]
}

/** Accepts the answers that are on screen, where there are several to look at. */
export function AcceptAll({ projectId, requests: all }: Props) {
  const answered = all.filter(({ state }) => state === 'answered')
  return answered.length > 1 ? <AcceptButton projectId={projectId} answered={answered} /> : null
}

function AcceptButton({ projectId, answered }: { projectId: string; answered: requests.Request[] }) {
  const { mutate, isPending } = useMutation(acceptAllAnswers(projectId))
  const ref = useMoveFocusOnUnmount<HTMLButtonElement>(findHeading)
  return (
    <Button
      ref={ref}
      size="sm"
      busy={isPending}
      busyLabel="Accepting..."
      onClick={() => mutate(answered.map(({ id }) => id))}
    >
      Accept all {answered.length}
    </Button>
  )
}

const findHeading = () => document.querySelector('h1')
