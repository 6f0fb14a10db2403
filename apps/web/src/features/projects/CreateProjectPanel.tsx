import { type clients, paths, projects } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { useForm } from '../../app/use-form.ts'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { useToday } from '../../ui/use-now.ts'
import { dashboardSummary } from '../accounts/dashboard.queries.ts'
import { allClients } from '../clients/clients.queries.ts'
import { fullName } from '../clients/full-name.ts'
import { ClientField } from './ClientField.tsx'
import { createProject } from './new-project.queries.ts'
import { type ProjectDraft, ProjectFields } from './ProjectFields.tsx'
import { requiredText } from './ProjectTextFields.tsx'
import './CreateProjectPanel.css'

interface Props {
  /** Without one the panel has a client field. */
  client?: Pick<clients.Client, 'id' | 'firstName' | 'lastName'>
  onClose: () => void
}

/** Opens the page of the new project. Typed text is kept when the panel is closed, and discarded by Cancel. */
export default function CreateProjectPanel({ client, onClose }: Props) {
  const { data: known = [] } = useQuery({ ...allClients, enabled: false })
  const onlyClient = known.length === 1 ? known[0] : undefined
  const empty: ProjectDraft = {
    clientId: (client ?? onlyClient)?.id ?? '',
    title: '',
    description: '',
    status: 'Pending',
    dueDate: '',
  }
  const navigate = useNavigate()
  const form = useForm({
    draft: `project.${client?.id ?? 'any'}`,
    empty,
    required: { clientId: 'Client is required.', ...requiredText },
    whenBlank: projects.create.config.whenBlank,
    mutation: createProject(),
    input: (details) => ({ ...details, dueDate: details.dueDate || null }),
    fallback: 'Failed to create project.',
    onSuccess: ({ id }) => {
      onClose()
      navigate(paths.freelancer.project(id))
    },
  })
  // The layout of every freelancer page has loaded it.
  const { data: summary } = useQuery({ ...dashboardSummary, enabled: false })
  const today = useToday(summary?.timeZone)
  const { values, errors, field, change } = form
  useForgetGoneClient(values.clientId, client ? undefined : known, () => change({ clientId: empty.clientId }))
  const isTextMissing = errors.title !== undefined || errors.description !== undefined
  const isOnlyClientMissing = errors.clientId !== undefined && !isTextMissing

  return (
    <FormPanel
      heading="New project"
      lead={client && <p className="soft panel__for">For {fullName(client)}</p>}
      action="Create Project"
      doing="Creating..."
      // The sentence about blank fields does not speak of the client.
      form={isOnlyClientMissing ? { ...form, problem: undefined } : form}
      onClose={onClose}
    >
      {!client && (
        <ClientField
          value={values.clientId}
          onChange={(clientId) => change({ clientId })}
          error={errors.clientId}
        />
      )}
      <ProjectFields
        errors={errors}
        field={field}
        values={values}
        onStatus={(status) => change({ status })}
        today={today}
      />
    </FormPanel>
  )
}

/** A draft may name a client who was deleted or archived meanwhile. */
function useForgetGoneClient(id: string, known: readonly { id: string }[] | undefined, forget: () => void) {
  const isGone = id !== '' && known !== undefined && known.length > 0 && !known.some((one) => one.id === id)
  const onGone = useEffectEvent(forget)
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone])
}
