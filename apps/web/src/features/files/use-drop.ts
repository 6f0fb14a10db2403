import { useEffect, useRef, useState } from 'react'

/**
 * Takes files that are dropped or pasted anywhere on the page. Answers how many are being held over it, if any are.
 * `take` gets an empty list when what was let go has no files in it.
 */
export function useDrop(take: (files: File[], folders: number) => void) {
  const [over, setOver] = useState<number>()
  const latest = useRef(take)
  latest.current = take

  useEffect(() => {
    // Browsers offer a picture of this page that is pulled about as a file, and it is none.
    let pulled: Node | undefined
    // Every part of the page is entered before the one before it is left.
    let entered: EventTarget | null

    const bringsFiles = ({ dataTransfer }: DragEvent) =>
      !pulled?.isConnected && dataTransfer?.types.includes('Files')

    function pull({ target }: DragEvent) {
      pulled = target as Node
    }
    function letGo() {
      pulled = undefined
    }
    function enter(event: DragEvent) {
      if (!bringsFiles(event)) return
      event.preventDefault()
      entered = event.target
      setOver([...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length)
    }
    function stay(event: DragEvent) {
      if (!bringsFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    function leave(event: DragEvent) {
      if (event.target === entered) setOver(undefined)
    }
    function drop(event: DragEvent) {
      if (!bringsFiles(event)) return
      event.preventDefault()
      setOver(undefined)
      const { files, folders } = contentsOf(event.dataTransfer)
      latest.current(files, folders)
    }
    function paste({ clipboardData, target }: ClipboardEvent) {
      const files = [...(clipboardData?.files ?? [])]
      // Text that comes with a picture of itself (from a spreadsheet) is meant for the field it is pasted into.
      if (files.length === 0 || (isField(target) && clipboardData?.types.includes('text/plain'))) return
      latest.current(files.map(named), 0)
    }

    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragstart', pull, { signal })
    window.addEventListener('dragend', letGo, { signal })
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragover', stay, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [])

  return over
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

/** Browsers call every pasted picture `image.png`. */
function named(file: File) {
  if (file.name !== 'image.png') return file
  const now = new Date().toLocaleString('sv-SE').replaceAll(':', '.')
  return new File([file], `Pasted image ${now}.png`, { type: file.type, lastModified: file.lastModified })
}
