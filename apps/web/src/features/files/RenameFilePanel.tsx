import { files, isBlank } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { formErrorText, useFocusFirstError } from '../../app/form-errors.ts'
import { useEdit } from '../../app/use-edit.ts'
import { Field } from '../../ui/Field.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { renameFile } from './change-files.queries.ts'
import type { ListedFile } from './files.queries.ts'

interface Props {
  projectId: string
  file: ListedFile
  onClose: () => void
}

export default function RenameFilePanel({ projectId, file, onClose }: Props) {
  const edit = useEdit(`rename-file.${file.id}`, { fileName: file.fileName }, findMissingName)
  const { mutate, isPending, error } = useMutation(renameFile(projectId, file.id))
  const form = useFocusFirstError(edit.missing ?? error)
  const message = !edit.missing && formErrorText(error, ['fileName'], 'Failed to rename file')

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const changes = isPending ? undefined : edit.changes()
    if (changes?.fileName) mutate(changes.fileName, { onSuccess: close })
  }

  function close() {
    edit.clearDraft()
    onClose()
  }

  return (
    <FormPanel
      heading="Rename file"
      action="Rename File"
      doing="Renaming..."
      busy={isPending}
      untouched={edit.untouched}
      form={form}
      onSubmit={submit}
      onCancel={close}
      onClose={onClose}
    >
      <Field
        label="File name"
        hint="Both sides see it. An extension that you leave out stays."
        error={edit.missing?.fileName ?? error?.fields.fileName}
      >
        {(field) => (
          <input
            {...field}
            className="input"
            name="fileName"
            autoComplete="off"
            dir="auto"
            value={edit.values.fileName}
            onFocus={({ target }) => selectStem(target)}
            onChange={(event) => edit.change({ fileName: event.target.value })}
          />
        )}
      </Field>
      {message && <Notice danger>{message}</Notice>}
    </FormPanel>
  )
}

const findMissingName = ({ fileName }: { fileName: string }): Record<string, string> =>
  isBlank(fileName) ? { fileName: files.NAME_MISSING } : {}

/** So that typing replaces the name and keeps the extension. */
function selectStem(input: HTMLInputElement) {
  const dot = input.value.lastIndexOf('.')
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length)
}
