import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> {
  onFiles: (files: File[]) => void
}

/** A hidden input. A click on it opens the browser's file picker. */
export function FilePicker({ onFiles, ...props }: Props) {
  return (
    <input
      {...props}
      type="file"
      hidden
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // Without this, choosing the same file again would fire no event.
        target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  )
}
