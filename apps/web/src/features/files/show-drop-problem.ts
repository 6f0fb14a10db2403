import { toast } from '../../ui/toast.ts'

/** Says what of a drop cannot be uploaded. */
export function showDropProblem(files: readonly File[], folders: number) {
  const folderText = 'Folders cannot be uploaded'
  if (files.length === 0)
    toast.error(
      'Please select a file to upload.',
      folders > 0 ? `${folderText}, but the files inside can.` : undefined,
    )
  else if (folders > 0) toast.error(folderText, 'Please choose the files inside.')
}
