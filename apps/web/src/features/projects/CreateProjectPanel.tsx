import { type clients, isBlank, projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useDraft } from '../../app/draft.ts'
import { failureSaid } from '../../app/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { emptyProject, type ProjectDraft, ProjectFields } from './ProjectFields.tsx'
import { createProject } from './projects.queries.ts'
import './CreateProjectPanel.css'

interface Props {
  client: Pick<clients.Client, 'id' | 'firstName' | 'lastName'>
  onClose: () => void
}

/** A new project for one client. What was typed outlives a closing by mistake; Cancel throws it away. */
export default function CreateProjectPanel({ client, onClose }: Props) {
  const formId = useId()
  const { draft, change, forget } = useDraft(`project.${client.id}`, emptyProject)
  const [missing, setMissing] = useState<Record<string, string>>({})
  const create = useMutation(createProject())
  const fields = create.error?.fields ?? missing

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const blank = whatIsMissing(draft)
    setMissing(blank)
    create.reset()
    if (Object.keys(blank).length > 0) return focusFirst(form, blank)

    const details = { ...draft, dueDate: draft.dueDate || null, clientId: client.id }
    create.mutate(details, { onSuccess: close, onError: ({ fields }) => focusFirst(form, fields) })
  }

  function close() {
    forget()
    onClose()
  }

  const said = create.error
    ? failureSaid(create.error, { fallback: 'Failed to create project.' })
    : Object.keys(missing).length > 0 && [projects.create.config.whenBlank]
  return (
    <Panel
      heading="New project"
      onClose={() => create.isPending || onClose()}
      foot={
        <>
          <Button look="quiet" disabled={create.isPending} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} look="primary" busy={create.isPending} busyLabel="Creating...">
            Create Project
          </Button>
        </>
      }
    >
      <p className="soft panel__for">
        For {client.firstName} {client.lastName}
      </p>
      <form id={formId} className="form" onSubmit={onSubmit}>
        <ProjectFields draft={draft} onChange={change} errors={fields} />
        {/* A complaint about one field stands at that field. */}
        {said && !Object.values(fields).includes(said[0]) && (
          <div ref={Object.keys(fields).length === 0 ? bringIntoView : undefined}>
            <Note danger>{said.filter(Boolean).join(' ')}</Note>
          </div>
        )}
      </form>
    </Panel>
  )
}

/** On a low screen the foot of the panel may hide it. Where a field is named, the focus shows the way instead. */
function bringIntoView(note: HTMLElement | null) {
  note?.scrollIntoView?.({ block: 'nearest' })
}

function whatIsMissing({ title, description }: ProjectDraft) {
  return {
    ...(isBlank(title) && { title: 'Title is required.' }),
    ...(isBlank(description) && { description: 'Description is required.' }),
  }
}

function focusFirst(form: HTMLFormElement, fields: Record<string, string>) {
  const [name] = Object.keys(fields)
  form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
}
