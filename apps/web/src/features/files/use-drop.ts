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
    // A page is entered and left with every part of it; only the outermost counts.
    let depth = 0

    function enter(event: DragEvent) {
      if (!bringsFiles(event)) return
      event.preventDefault()
      depth += 1
      setOver([...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length)
    }
    function stay(event: DragEvent) {
      if (!bringsFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    function leave(event: DragEvent) {
      if (!bringsFiles(event)) return
      depth -= 1
      if (depth <= 0) reset()
    }
    function drop(event: DragEvent) {
      if (!bringsFiles(event)) return
      event.preventDefault()
      reset()
      const { files, folders } = contentsOf(event.dataTransfer)
      latest.current(files, folders)
    }
    function paste({ clipboardData, target }: ClipboardEvent) {
      const files = [...(clipboardData?.files ?? [])]
      // Text that comes with a picture of itself (from a spreadsheet) is meant for the field it is pasted into.
      if (files.length === 0 || (isField(target) && clipboardData?.types.includes('text/plain'))) return
      latest.current(files.map(named), 0)
    }
    function reset() {
      depth = 0
      setOver(undefined)
    }

    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragover', stay, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [])

  return over
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

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
