import { type clients, paths } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatCounts } from '../../ui/count-text.ts'
import { Icon } from '../../ui/Icon.tsx'
import { clientContents, deleteClient } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import { OfferedReceipts } from '../reviews/OfferedReceipts.tsx'
import type { useArchiving } from './ArchiveClient.tsx'

interface Props {
  client: clients.Client
  archiving: ReturnType<typeof useArchiving>
}

export function DeleteClient({ client, archiving }: Props) {
  const [asking, setAsking] = useState(false)
  const { data: contents } = useQuery({ ...clientContents(client.id), enabled: asking })
  const deleted = contents ? deletedWithClientText(contents) : 'All their projects go with them.'
  const navigate = useNavigate()
  const remove = useMutation(deleteClient(client.id, async () => navigate(paths.freelancer.clients)))

  return (
    <>
      <Button look="danger-quiet" onClick={() => setAsking(true)}>
        <Icon name="trash" small />
        Delete Client
      </Button>
      {asking && (
        <ConfirmDialog
          heading="Delete client"
          question="Are you sure you want to delete this client? This action cannot be undone."
          loss={
            <>
              {fullName(client)} loses access at once. {deleted}
              <OfferedReceipts of={{ clientId: client.id }} />
            </>
          }
          keep="Keep client"
          instead={
            client.archivedAt === null
              ? {
                  label: 'Archive instead',
                  busy: archiving.isPending,
                  onChoose: () => archiving.mutate(true, { onSettled: () => setAsking(false) }),
                }
              : undefined
          }
          confirm="Delete Client"
          busy={remove.isPending}
          busyLabel="Deleting..."
          onConfirm={() => remove.mutate(undefined, { onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function deletedWithClientText({ projects, files, requests, feedback, messages, inBin }: clients.Contents) {
  const text = formatCounts([
    [projects, 'project', 'projects'],
    [files, 'file', 'files'],
    [requests, 'request', 'requests'],
    [feedback, 'piece of feedback', 'pieces of feedback'],
    [messages, 'message', 'messages'],
    [inBin, 'deleted thing in the bin', 'deleted things in the bin'],
  ])
  return text ? `With them: ${text}. None of it can be brought back.` : 'They have no projects.'
}
