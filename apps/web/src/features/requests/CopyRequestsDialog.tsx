import type { requests } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createRandomId } from '../../app/random-id.ts'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { formatCounts } from '../../ui/count-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { MoreRows } from '../../ui/MoreRows.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { LoadFailed, Loading } from '../../ui/States.tsx'
import { copySources } from './all-requests.queries.ts'
import { copyRequests } from './change-requests.queries.ts'

export default function CopyRequestsDialog({
  projectId,
  onClose,
}: {
  projectId: string
  onClose: () => void
}) {
  const query = useInfiniteQuery(copySources)
  // With this id, a copy that is sent again after a lost response is made once.
  const [clientCopyId] = useState(createRandomId)
  const form = useForm({
    empty: { from: '' },
    mutation: copyRequests(projectId),
    input: ({ from }) => ({ from, clientCopyId }),
    fallback: 'Nothing was copied',
    onSuccess: onClose,
  })
  const { from } = form.values
  const sources = query.data?.pages.flatMap(({ items }) => items).filter(({ id }) => id !== projectId)
  const chosen = sources?.find(({ id }) => id === from)
  const problem = form.errors.from ?? form.problem

  return (
    <Dialog
      title="Copy from another project"
      description="Titles, details and kinds are copied. Answers and dates are not."
      busy={form.busy}
      onClose={onClose}
    >
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
            value={from}
            onChange={(id) => form.change({ from: id })}
          />
        )}
        <MoreRows query={query} />
        {problem && <Notice danger>{problem}</Notice>}
      </div>
      <div className="actions">
        <CloseButton>Cancel</CloseButton>
        <Button
          look="primary"
          disabled={!chosen}
          busy={form.busy}
          busyLabel="Copying..."
          onClick={() => form.submit()}
        >
          {chosen ? `Copy ${countText(chosen)}` : 'Copy requests'}
        </Button>
      </div>
    </Dialog>
  )
}

const countText = ({ requests }: requests.Source) => formatCounts([[requests, 'request', 'requests']])

function toOption(source: requests.Source) {
  const { id, title, client } = source
  return { value: id, label: title, hint: `${countText(source)}, ${client.firstName} ${client.lastName}` }
}
