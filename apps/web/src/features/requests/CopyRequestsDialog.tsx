import { Dialog } from '@base-ui/react/dialog'
import type { requests } from '@portico/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrorText } from '../../app/form-errors.ts'
import { createRandomId } from '../../app/random-id.ts'
import { Button } from '../../ui/Button.tsx'
import { formatCounts } from '../../ui/count-text.ts'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { useCloseOnBack } from '../../ui/use-close-on-back.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { copySources } from './all-requests.queries.ts'
import { copyRequests } from './change-requests.queries.ts'
import '../../ui/ConfirmDialog.css'
import '../../ui/Panel.css'

export default function CopyRequestsDialog({
  projectId,
  onClose,
}: {
  projectId: string
  onClose: () => void
}) {
  const query = useInfiniteQuery(copySources)
  const [chosenId, setChosenId] = useState<string>()
  // With this id, a copy that is sent again after a lost response is made once.
  const [clientCopyId] = useState(createRandomId)
  const { mutate, isPending, error } = useMutation(copyRequests(projectId))
  const returnFocus = useReturnFocus()
  useCloseOnBack(() => isPending || onClose())
  const sources = query.data?.pages.flatMap(({ items }) => items).filter(({ id }) => id !== projectId)
  const chosen = sources?.find(({ id }) => id === chosenId)
  const problem = formErrorText(error, [], 'Nothing was copied')

  return (
    <Dialog.Root open onOpenChange={(open) => open || isPending || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog" finalFocus={returnFocus}>
          <Dialog.Title>Copy from another project</Dialog.Title>
          <Dialog.Description>
            Titles, details and kinds are copied. Answers and dates are not.
          </Dialog.Description>
          <div className="request-dialog">
            {!sources && query.error && (
              <LoadFailed title="The projects did not load" error={query.error} onRetry={query.refetch} />
            )}
            {!sources && !query.error && <Loading says="Loading projects..." />}
            {sources?.length === 0 && <p className="muted">No other project has requests.</p>}
            {sources && sources.length > 0 && (
              <Radios
                label="Project"
                options={sources.map(toOption)}
                value={chosenId ?? ''}
                onChange={setChosenId}
              />
            )}
            <MoreRows query={query} />
            {problem && <Notice danger>{problem}</Notice>}
          </div>
          <div className="actions">
            <Dialog.Close className="btn btn--secondary">Cancel</Dialog.Close>
            <Button
              look="primary"
              disabled={!chosen}
              busy={isPending}
              busyLabel="Copying..."
              onClick={() => chosen && mutate({ from: chosen.id, clientCopyId }, { onSuccess: onClose })}
            >
              {chosen ? `Copy ${countText(chosen)}` : 'Copy requests'}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const countText = ({ requests }: requests.Source) => formatCounts([[requests, 'request', 'requests']])

function toOption(source: requests.Source) {
  const { id, title, client } = source
  return { value: id, label: title, hint: `${countText(source)}, ${client.firstName} ${client.lastName}` }
}
