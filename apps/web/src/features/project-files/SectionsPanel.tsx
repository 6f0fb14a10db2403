import { type sections as contract, plural } from '@portico/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { filesSummary } from '../files/files.queries.ts'
import { addSection, changeSection, removeSection } from '../files/sections.queries.ts'
import './SectionsPanel.css'

interface Props {
  projectId: string
  onClose: () => void
}

const NAME_MISSING = 'Please enter a name for the section.'

/** Where a freelancer names and orders the sections of a project. */
export default function SectionsPanel({ projectId, onClose }: Props) {
  const { data } = useQuery(filesSummary(projectId))
  const list = data?.sections ?? []
  return (
    <Panel heading="Sections" onClose={onClose}>
      <p className="soft">
        Sections such as Drafts and Final put the files of this project in order. Your client sees them.
      </p>
      <AddSection projectId={projectId} />
      {list.length > 0 && (
        <ol className="rows section-rows" aria-label="Sections">
          {list.map((section, index) => (
            <SectionRow
              key={section.id}
              section={section}
              position={index + 1}
              isLast={index + 1 === list.length}
            />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function AddSection({ projectId }: { projectId: string }) {
  const form = useForm({
    empty: { name: '' },
    required: { name: NAME_MISSING },
    mutation: addSection(projectId),
    input: ({ name }) => name,
    fallback: 'Failed to add section',
  })
  return (
    <form ref={form.ref} className="section-form" noValidate onSubmit={form.submit}>
      <Field label="New section" error={form.errors.name}>
        {(field) => (
          <input {...field} {...form.field('name')} className="input" maxLength={200} autoComplete="off" />
        )}
      </Field>
      {form.problem && <Notice danger>{form.problem}</Notice>}
      <Button type="submit" busy={form.busy}>
        Add section
      </Button>
    </form>
  )
}

interface RowProps {
  section: contract.Section
  position: number
  isLast: boolean
}

function SectionRow({ section, position, isLast }: RowProps) {
  const { id, name, files } = section
  const [isRenamed, setRenamed] = useState(false)
  const move = useMutation(changeSection(id))
  const remove = useMutation(removeSection(section))
  if (isRenamed) {
    return (
      <li>
        <RenameSection section={section} onClose={() => setRenamed(false)} />
      </li>
    )
  }
  return (
    <li className="section-row">
      <span className="section-row__name">
        <bdi className="cut" title={name}>
          {name}
        </bdi>
        <span className="small muted">{plural(files, 'file')}</span>
      </span>
      <span className="row__acts">
        <Button
          look="quiet"
          size="sm"
          aria-label={`Move ${name} up`}
          disabled={position === 1}
          onClick={() => move.mutate({ position: position - 1 })}
        >
          Up
        </Button>
        <Button
          look="quiet"
          size="sm"
          aria-label={`Move ${name} down`}
          disabled={isLast}
          onClick={() => move.mutate({ position: position + 1 })}
        >
          Down
        </Button>
        <Button look="quiet" size="sm" aria-label={`Rename ${name}`} onClick={() => setRenamed(true)}>
          Rename
        </Button>
        <Button
          look="danger-quiet"
          size="sm"
          aria-label={`Delete ${name}`}
          busy={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete
        </Button>
      </span>
    </li>
  )
}

function RenameSection({ section, onClose }: { section: contract.Section; onClose: () => void }) {
  const form = useForm({
    saved: { name: section.name },
    required: { name: NAME_MISSING },
    mutation: changeSection(section.id),
    input: ({ name }, _changes, was) => ({ name, was }),
    fallback: 'Failed to rename section',
    onSuccess: onClose,
  })
  return (
    <form ref={form.ref} className="section-form" noValidate onSubmit={form.submit}>
      <Field label={`New name of ${section.name}`} error={form.errors.name}>
        {(field) => (
          <input
            {...field}
            {...form.field('name')}
            // The button that was pressed is gone.
            ref={(input) => input?.focus()}
            className="input"
            maxLength={200}
            autoComplete="off"
          />
        )}
      </Field>
      {form.conflicts.map((conflict) => (
        <ChangedMeanwhile key={conflict.name} conflict={conflict} />
      ))}
      {form.problem && <Notice danger>{form.problem}</Notice>}
      <span className="row__acts">
        <Button type="submit" size="sm" busy={form.busy}>
          Rename
        </Button>
        <Button look="quiet" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  )
}
