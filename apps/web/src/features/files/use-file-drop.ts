import { useEffect, useRef, useState } from 'react'

/**
 * Takes files that are dropped or pasted anywhere on the page, and returns how many are dragged over it now.
 * `onFiles` gets an empty list when something else was dropped.
 */
export function useFileDrop(onFiles: (files: File[], folders: number) => void) {
  const [draggedCount, setDraggedCount] = useState<number>()
  const latestOnFiles = useRef(onFiles)
  latestOnFiles.current = onFiles

  useEffect(() => {
    // A browser offers an image of this page that is dragged as a file.
    let draggedImage: Node | undefined
    // An element is entered before the previous one is left.
    let lastEntered: EventTarget | null

    const hasFiles = ({ dataTransfer }: DragEvent) =>
      !draggedImage?.isConnected && dataTransfer?.types.includes('Files')

    function onDragStart({ target }: DragEvent) {
      draggedImage = target as Node
    }
    function onDragEnd() {
      draggedImage = undefined
    }
    function onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      lastEntered = event.target
      setDraggedCount([...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length)
    }
    function onDragOver(event: DragEvent) {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    function onDragLeave(event: DragEvent) {
      if (event.target === lastEntered) setDraggedCount(undefined)
    }
    function onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setDraggedCount(undefined)
      const { files, folders } = contentsOf(event.dataTransfer)
      latestOnFiles.current(files, folders)
    }
    function onPaste({ clipboardData, target }: ClipboardEvent) {
      const files = [...(clipboardData?.files ?? [])]
      // A spreadsheet copies text with an image of itself: the text is meant for the field it is pasted into.
      if (files.length === 0 || (isField(target) && clipboardData?.types.includes('text/plain'))) return
      latestOnFiles.current(files.map(withOwnName), 0)
    }

    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragstart', onDragStart, { signal })
    window.addEventListener('dragend', onDragEnd, { signal })
    window.addEventListener('dragenter', onDragEnter, { signal })
    window.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('dragleave', onDragLeave, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return () => listening.abort()
  }, [])

  return draggedCount
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
