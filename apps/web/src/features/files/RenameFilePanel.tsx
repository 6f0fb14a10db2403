import { files } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { FormPanel } from '../../ui/FormPanel.tsx'
import { renameFile } from './change-files.queries.ts'
import type { ListedFile } from './files.queries.ts'

interface Props {
  projectId: string
  file: ListedFile
  onClose: () => void
}

export default function RenameFilePanel({ projectId, file, onClose }: Props) {
  const form = useForm({
    draft: `rename-file.${file.id}`,
    saved: { fileName: file.fileName },
    required: { fileName: files.NAME_MISSING },
    mutation: renameFile(projectId, file.id),
    input: ({ fileName }, _, { fileName: was = file.fileName }) => ({ fileName, was: { fileName: was } }),
    fallback: 'Failed to rename file',
    onSuccess: onClose,
  })
  return (
    <FormPanel heading="Rename file" action="Rename File" doing="Renaming..." form={form} onClose={onClose}>
      <Field
        label="File name"
        hint="Both sides see it. An extension that you leave out stays."
        error={form.errors.fileName}
      >
        {(field) => (
          <input
            {...field}
            {...form.field('fileName')}
            className="input"
            autoComplete="off"
            dir="auto"
            onFocus={({ target }) => selectStem(target)}
          />
        )}
      </Field>
    </FormPanel>
  )
}

/** So that typing replaces the name and keeps the extension. */
function selectStem(input: HTMLInputElement) {
  const dot = input.value.lastIndexOf('.')
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length)
}
