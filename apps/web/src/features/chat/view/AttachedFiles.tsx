import { chat } from '@portico/contract'
import { Button } from '../../../ui/Button.tsx'
import { CoreIcon } from '../../../ui/CoreIcon.tsx'
import { FileIcon, iconFor } from '../../files/FileIcon.tsx'
import { FileName } from '../../files/FileName.tsx'
import { formatFileSize } from '../../files/file-size.ts'
import { useLocalPicture } from '../../files/use-local-picture.ts'
import type { useTargetProject } from './use-target-project.ts'
import './attached.css'

interface Props {
  files: readonly File[]
  target: ReturnType<typeof useTargetProject>
  onRemove: (file: File) => void
}

/** What is chosen for the next message, and the project to which it goes. */
export function AttachedFiles({ files, target, onRemove }: Props) {
  return (
    <div className="attached">
      <ul className="attached__list" aria-label="Attached files">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <AttachedFile key={`${file.name} ${index}`} file={file} onRemove={() => onRemove(file)} />
        ))}
      </ul>
      <TargetProject target={target} />
    </div>
  )
}

function AttachedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const picture = useLocalPicture(file)
  return (
    <li className="attached__file">
      <span className="attached__picture">
        {picture ? (
          <img src={picture} alt="" width={40} height={40} />
        ) : (
          <FileIcon name={iconFor(file.type)} />
        )}
      </span>
      <FileName name={file.name} className="attached__name" />
      <span className="small muted num">{formatFileSize(file.size)}</span>
      <Button
        look="quiet"
        size="sm"
        className="btn--icon"
        aria-label={`Remove ${file.name}`}
        onClick={onRemove}
      >
        <CoreIcon name="close" small />
      </Button>
    </li>
  )
}

/** With one project nothing is asked. */
function TargetProject({ target: { open, project, choose, isFailed, refetch } }: Pick<Props, 'target'>) {
  if (isFailed && !open)
    return (
      <p className="attached__target error" role="alert">
        Your projects did not load.{' '}
        <button type="button" className="link" onClick={() => void refetch()}>
          Retry
        </button>
      </p>
    )
  if (!open) return <p className="attached__target small muted">Loading projects...</p>
  if (!project)
    return (
      <p className="attached__target error" role="alert">
        Files go to a project, and there is none yet.
      </p>
    )
  if (open.length === 1)
    return (
      <p className="attached__target small muted cut" title={project.title}>
        Goes to the files of {project.title}.
      </p>
    )
  return (
    <label className="attached__target small muted">
      <span>Goes to the files of</span>
      <select className="input" value={project.id} onChange={({ target }) => choose(target.value)}>
        {open.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The files that one message can carry, and what becomes of the others. */
export function limitFiles(files: readonly File[]) {
  const limit = chat.MAX_MESSAGE_FILES
  return files.length > limit
    ? { taken: files.slice(0, limit), problem: `At most ${limit} files go into one message.` }
    : { taken: files, problem: undefined }
}
