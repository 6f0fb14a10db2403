import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files that are dropped or pasted anywhere on the page. Returns how many are dragged over it now, and over which row.
 * `onFiles` gets an empty list when something else was dropped.
 */
export function useFileDrop(
  onFiles: (files: File[], folders: number, over?: string) => void,
  rows: keyof typeof rowFinders = 'files',
) {
  const [dragged, setDragged] = useState<Dragged>()
  const takeFiles = useEffectEvent(onFiles)

  useEffect(() => {
    // Something of this page, such as an image, which the browser offers as a file.
    let draggedHere: Node | undefined
    // An element is entered before the previous one is left.
    let lastEntered: EventTarget | null

    const findRow = rowFinders[rows]
    const isFromElsewhere = () => !draggedHere?.isConnected
    const hasFiles = ({ dataTransfer }: DragEvent) =>
      isFromElsewhere() && dataTransfer?.types.includes('Files')
    /** Text or a link, anywhere but on a field, which takes it. */
    const lacksFiles = (event: DragEvent) =>
      isFromElsewhere() && !hasFiles(event) && event.dataTransfer && !isField(event.target)

    function onDragStart({ target }: DragEvent) {
      draggedHere = target as Node
    }
    function onDragEnd() {
      draggedHere = undefined
    }
    function onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      lastEntered = event.target
      const count = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length
      setDragged({ count, over: findRow(event, count) })
    }
    function onDragOver(event: DragEvent) {
      // Without this the browser would fire no drop, or open a dropped link.
      if (lacksFiles(event)) take(event)
      if (!hasFiles(event) || !event.dataTransfer) return
      take(event)
      event.dataTransfer.dropEffect = 'copy'
    }
    function onDragLeave(event: DragEvent) {
      if (event.target === lastEntered) setDragged(undefined)
    }
    function onDrop(event: DragEvent) {
      if (lacksFiles(event)) {
        take(event)
        takeFiles([], 0)
      }
      if (!hasFiles(event)) return
      take(event)
      setDragged(undefined)
      const { files, folders } = contentsOf(event.dataTransfer)
      const over = findRow(event, files.length + folders)
      takeFiles(files, folders, over)
    }
    function onPaste(event: ClipboardEvent) {
      const { clipboardData, target } = event
      const files = [...(clipboardData?.files ?? [])]
      // A spreadsheet copies text together with an image; then the text is pasted.
      if (files.length === 0 || (isField(target) && clipboardData?.types.includes('text/plain'))) return
      take(event)
      const over = rows === 'requests' ? findRow({ target }, files.length) : undefined
      takeFiles(files.map(withOwnName), 0, over)
    }

    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragstart', onDragStart, { signal })
    window.addEventListener('dragend', onDragEnd, { signal })
    window.addEventListener('dragenter', onDragEnter, { signal })
    document.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('dragleave', onDragLeave, { signal })
    document.addEventListener('drop', onDrop, { signal })
    document.addEventListener('paste', onPaste, { signal })
    return () => listening.abort()
  }, [rows])

  return dragged
}

interface Dragged {
  /** 0 in Safari, which does not report it. */
  count: number
  /** The id of the file in the list, or of the request. */
  over: string | undefined
}

type Target = Pick<Event, 'target'>

const rowFinders = {
  /** Several files are never versions of one. */
  files: (event: Target, count: number) => (count > 1 ? undefined : rowAt(event, '[data-file-id]')?.fileId),
  requests: (event: Target, _count: number) => rowAt(event, '[data-request-id]')?.requestId,
}

const rowAt = ({ target }: Target, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector)?.dataset : undefined

/** Events that reach the window are those of pages that take no files. */
function take(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')

function contentsOf(transfer: DataTransfer | null) {
  const items = [...(transfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  const entries = items.map((item) => ({
    file: item.getAsFile(),
    isFolder: item.webkitGetAsEntry?.()?.isDirectory,
  }))
  const files = entries.flatMap(({ file, isFolder }) => (file && !isFolder ? [file] : []))
  return { files, folders: entries.filter(({ isFolder }) => isFolder).length }
}

/** Browsers call every pasted image `image.png`. */
function withOwnName(file: File) {
  if (file.name !== 'image.png') return file
  const now = new Date().toLocaleString('sv-SE').replaceAll(':', '.')
  return new File([file], `Pasted image ${now}.png`, { type: file.type, lastModified: file.lastModified })
}
