import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Area } from '../app/session.ts'
import { toast } from '../ui/toast.ts'

/** Answers files that are dropped or pasted on a page that takes none. Pages that take them keep the event from the window. */
export function useSayWhereFilesGo(area: Area) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  useEffect(() => {
    function say() {
      import('../features/files/say-where-files-go.ts')
        .then(({ sayWhereFilesGo }) => sayWhereFilesGo(area, queryClient, navigate))
        .catch(() => toast.info('Files go to a project.', 'Open one and add them there.'))
    }
    function onDragOver({ dataTransfer }: DragEvent) {
      // The script in the head lets nothing be dropped, and then the browser fires no drop that could be answered.
      if (dataTransfer && hasFiles(dataTransfer)) dataTransfer.dropEffect = 'copy'
    }
    function onDrop({ dataTransfer, target }: DragEvent) {
      if (dataTransfer && hasFiles(dataTransfer) && !isFilePicker(target)) say()
    }
    function onPaste({ clipboardData }: ClipboardEvent) {
      // A word processor copies text together with an image; then the text is pasted.
      if (clipboardData?.files.length && !clipboardData.types.includes('text/plain')) say()
    }

    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return () => listening.abort()
  }, [area, queryClient, navigate])
}

/** An image that is dragged out of a page is offered as a file too, together with its HTML. */
const hasFiles = ({ types }: DataTransfer) => types.includes('Files') && !types.includes('text/html')

const isFilePicker = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input[type=file]')
