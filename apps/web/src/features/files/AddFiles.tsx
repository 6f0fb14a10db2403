import { plural, type sections } from '@portico/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { runWhenIdle } from '../../app/run-when-idle.ts'
import { areaOnScreen, isPreview } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { DropInvitation } from './DropInvitation.tsx'
import { FileIcon } from './FileIcon.tsx'
import type { ListedFile } from './files.queries.ts'
import { uploadLimits } from './files.queries.ts'
import { type SameName, splitByName } from './same-names.ts'
import { showDropProblem } from './show-drop-problem.ts'
import { UploadQueue } from './UploadQueue.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useUploads } from './use-uploads.ts'

const loadSameNameDialog = () => import('./SameNameDialog.tsx')
const SameNameDialog = lazyDialog(loadSameNameDialog)

/** The area to drop, choose, paste or photograph files, with the uploads below it. */
interface Props {
  projectId: string
  files: readonly ListedFile[]
}

interface AddFilesProps extends Props {
  /** The section on screen, to which new files go. */
  section?: Pick<sections.Section, 'id' | 'name'> | undefined
  /** Called with the listed file over which a file is dragged. */
  onDragOver: (fileId: string | undefined) => void
}

export function AddFiles({ projectId, files: listed, section, onDragOver }: AddFilesProps) {
  const { uploads, queue } = useUploads(projectId, listed)
  const [sameNames, setSameNames] = useState<SameName[]>([])
  const limits = useQuery(uploadLimits)
  const maxBytes = limits.data?.maxUploadBytes
  const target = section && { sectionId: section.id }
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const dragged = useFileDrop(take)
  useEffect(() => onDragOver(dragged?.over), [onDragOver, dragged?.over])
  // Loaded ahead, so that it opens without a network too.
  useEffect(() => runWhenIdle(() => void Promise.allSettled([loadSameNameDialog()])), [])

  function take(files: File[], folders = 0, over?: string) {
    if (isPreview()) return void toast.info('Files cannot be added in the preview.')
    showDropProblem(files, folders)
    if (files.length === 0) return
    if (over) return uploads.add(files, maxBytes, { versionOf: over })
    const { added, asked } = splitByName(files, listed, queue, sameNames)
    if (added.length > 0) uploads.add(added, maxBytes, target)
    if (asked.length > 0) setSameNames([...sameNames, ...asked])
  }

  return (
    <>
      <div className={dragged && !dragged.over ? 'drop is-over' : 'drop'}>
        <FileIcon name="upload" />
        <p>
          {dragged && !dragged.over ? (
            dropMessage(dragged.count)
          ) : (
            <DropInvitation
              area={areaOnScreen()}
              maxBytes={limits.isError ? null : maxBytes}
              hasFiles={listed.length > 0}
              section={section?.name}
            />
          )}
        </p>
        <DisabledInPreview>
          <div className="drop__actions">
            <Button className="drop__camera" onClick={() => camera.current?.click()}>
              Take a photo
            </Button>
            <Button onClick={() => picker.current?.click()}>Choose files</Button>
          </div>
        </DisabledInPreview>
        <FilePicker ref={picker} multiple onFiles={(files) => take(files)} />
        <FilePicker ref={camera} accept="image/*" capture="environment" onFiles={(files) => take(files)} />
      </div>
      <UploadQueue
        queue={queue}
        uploads={uploads}
        files={listed}
        onChooseAgain={() => picker.current?.click()}
      />
      {sameNames.length > 0 && (
        <SameNameDialog
          sameNames={sameNames}
          onAddVersions={() => {
            for (const { file, renamed, versionOf } of sameNames)
              uploads.add([versionOf ? file : renamed], maxBytes, versionOf ? { versionOf } : target)
            setSameNames([])
          }}
          onKeepBoth={() => {
            uploads.add(
              sameNames.map(({ renamed }) => renamed),
              maxBytes,
              target,
            )
            setSameNames([])
          }}
          onClose={() => setSameNames([])}
        />
      )}
    </>
  )
}

/** For an archived project: shows what happened to uploads that were in progress when it was archived. */
export function EndedUploads({ projectId, files }: Props) {
  return <UploadQueue {...useUploads(projectId, files)} files={files} />
}

/** Safari does not say how many files are dragged. */
const dropMessage = (count: number) => `Let go to add ${count === 0 ? 'them' : plural(count, 'file')}`
