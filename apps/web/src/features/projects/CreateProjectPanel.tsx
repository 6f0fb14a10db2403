import { type clients, isBlank, paths, projects } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDraft } from '../../app/draft.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToday } from '../../ui/use-now.ts'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { allClients } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import { ClientField } from './ClientField.tsx'
import { emptyProject, ProjectFields } from './ProjectFields.tsx'
import { findBlankFields } from './ProjectTextFields.tsx'
import { createProject } from './projects.queries.ts'
import './CreateProjectPanel.css'

interface Props {
  /** Without one the panel has a client field. */
  client?: Pick<clients.Client, 'id' | 'firstName' | 'lastName'>
  onClose: () => void
}

/** Opens the page of the new project. Typed text is kept when the panel is closed, and discarded by Cancel. */
export default function CreateProjectPanel({ client, onClose }: Props) {
  const { draft, change, clearDraft } = useDraft(`project.${client?.id ?? 'any'}`, emptyProject)
  const chosen = useChosenClientId(draft.clientId)
  const clientId = client?.id ?? chosen
  const [missing, setMissing] = useState<Record<string, string>>({})
  const create = useMutation(createProject())
  const navigate = useNavigate()
  // The layout of every freelancer page has loaded it.
  const { data: summary } = useQuery({ ...dashboardSummary, enabled: false })
  const today = useToday(summary?.timeZone)
  const fields = create.error?.fields ?? missing

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const blank = { ...(isBlank(clientId) && { clientId: 'Client is required.' }), ...findBlankFields(draft) }
    setMissing(blank)
    create.reset()
    if (Object.keys(blank).length > 0) return focusFirst(form, blank)

    const details = { ...draft, dueDate: draft.dueDate || null, clientId }
    create.mutate(details, {
      onSuccess: ({ id }) => {
        close()
        navigate(paths.freelancer.project(id))
      },
      onError: ({ fields }) => focusFirst(form, fields),
    })
  }

  function close() {
    clearDraft()
    onClose()
  }

  const messages = create.error
    ? failureMessage(create.error, { fallback: 'Failed to create project.' })
    : (missing.title || missing.description) && [projects.create.config.whenBlank]
  return (
    <FormPanel
      heading="New project"
      action="Create Project"
      doing="Creating..."
      busy={create.isPending}
      lead={client && <p className="soft panel__for">For {fullName(client)}</p>}
      onSubmit={onSubmit}
      onCancel={close}
      onClose={onClose}
    >
      {!client && (
        <ClientField value={clientId} onChange={(id) => change({ clientId: id })} error={fields.clientId} />
      )}
      <ProjectFields draft={draft} onChange={change} today={today} errors={fields} />
      {/* The error of a field is shown at that field. */}
      {messages && !Object.values(fields).includes(messages[0]) && (
        <div ref={Object.keys(fields).length === 0 ? scrollIntoView : undefined}>
          <Notice danger>{messages.filter(Boolean).join(' ')}</Notice>
        </div>
      )}
    </FormPanel>
  )
}

/** On a low screen the footer may cover the message. When a field has an error it gets the focus instead. */
function scrollIntoView(note: HTMLElement | null) {
  note?.scrollIntoView?.({ block: 'nearest' })
}

/** The chosen client if it still exists, or the only client. */
function useChosenClientId(id: string) {
  const { data: known = [] } = useQuery({ ...allClients, enabled: false })
  const [first, ...others] = known
  if (first && others.length === 0) return first.id
  return known.some((client) => client.id === id) ? id : ''
}

function focusFirst(form: HTMLFormElement, fields: Record<string, string>) {
  const [name] = Object.keys(fields)
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
