import { useEffect, useRef } from 'react'
import type { ListedFile } from '../files/files.queries.ts'
import { UploadQueue } from '../files/UploadQueue.tsx'
import { useUploads } from '../files/use-uploads.ts'
import { useVersionPicker } from '../files/use-version-picker.tsx'
import { moveUnsentNote } from '../notes/note-drafts.ts'
import type { ViewedFile } from './viewed-file.ts'

/** Uploads new versions of the file on screen. `onStored` shows one that has arrived; an unsent note goes on there. */
export function useNewVersion(file: ViewedFile, versions: ListedFile[], onStored: (version: number) => void) {
  const newest = versions[0] ?? file
  const { open, picker } = useVersionPicker(file.project.id)
  const { uploads, queue } = useUploads(file.project.id, [newest])
  const own = queue.filter(({ target }) => versions.some(({ id }) => id === target.versionOf))
  const stored = own.flatMap(({ fileId }) => fileId ?? [])
  const seen = useRef(new Set(stored))
  const arrived = versions.find(({ id }) => stored.includes(id) && !seen.current.has(id))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that arrives
  useEffect(() => {
    if (!arrived) return
    seen.current.add(arrived.id)
    moveUnsentNote(file.id, arrived.id)
    onStored(arrived.version)
  }, [arrived?.id])

  return {
    choose: () => open(newest),
    picker,
    queue: own.length > 0 && (
      <div className="viewer__uploads">
        <UploadQueue queue={own} uploads={uploads} files={[newest]} onChooseAgain={() => open(newest)} />
      </div>
    ),
  }
}
