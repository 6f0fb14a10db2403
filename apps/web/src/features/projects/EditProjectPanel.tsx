import type { projects } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { useDraft } from '../../app/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { saidBeside, useFocusOnFault } from '../accounts/form-faults.ts'
import { ProjectText, type ProjectTextDraft, whatIsMissing } from './ProjectText.tsx'
import { changeText } from './projects.queries.ts'

const names = ['title', 'description'] as const

interface Props {
  project: projects.Project
  onClose: () => void
}

/** Holds what was touched and not yet saved; everything else is as the server has it. */
export default function EditProjectPanel({ project, onClose }: Props) {
  const formId = useId()
  const { draft, change, forget } = useDraft<Partial<ProjectTextDraft>>(`edit-project.${project.id}`, {})
  const [missing, setMissing] = useState<Record<string, string>>()
  const { mutate, isPending, error } = useMutation(changeText(project.id))
  const form = useFocusOnFault(missing ?? error)

  const text = { title: project.title, description: project.description, ...draft }
  const touched = names.filter((name) => text[name] !== project[name])
  const said = !missing && saidBeside(error, names, 'Failed to update project')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isPending || touched.length === 0) return
    const found = whatIsMissing(text)
    const whole = Object.keys(found).length === 0
    setMissing(whole ? undefined : found)
    // Only what was touched is sent, so that nothing changed elsewhere is put back.
    const changes = Object.fromEntries(touched.map((name) => [name, text[name]]))
    if (whole) mutate(changes, { onSuccess: close })
  }

  function close() {
    forget()
    onClose()
  }

  return (
    <Panel
      heading="Edit project"
      onClose={() => isPending || onClose()}
      foot={
        <>
          <Button look="quiet" disabled={isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            disabled={touched.length === 0 && !isPending}
            busy={isPending}
            busyLabel="Updating..."
          >
            Update Project
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className="form" method="post" noValidate onSubmit={submit}>
        <ProjectText draft={text} onChange={change} errors={missing ?? error?.fields ?? {}} />
        {said && <Note danger>{said}</Note>}
      </form>
    </Panel>
  )
}
