import type { projects, requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { isPreview, useLooksOnly } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { sendStagedFiles } from '../files/staged-files.queries.ts'
import type { UploadStore } from '../files/uploads.ts'
import { GatheredFiles } from './GatheredFiles.tsx'
import { unsentText } from './SendGathered.tsx'

interface Props {
  project: projects.Project
  files: readonly requests.AnswerFile[]
  /** The freelancer's first name. */
  name: string
  uploads: UploadStore
}

/** Files whose request the freelancer has deleted before they were sent. The client decides what becomes of them. */
export function FilesOfDeletedRequests({ project, files, name, uploads }: Props) {
  const { mutate, isPending } = useMutation(sendStagedFiles(project.id))
  const isReadOnly = useLooksOnly() || project.archivedAt !== null || isPreview()
  return (
    <section className="open-request" aria-labelledby="files-of-deleted-requests">
      <h2 id="files-of-deleted-requests" tabIndex={-1}>
        {unsentText(files)}
      </h2>
      <p className="soft open-request__details">
        {name} has deleted the request that you gathered this for, and has not seen it.
      </p>
      <GatheredFiles files={files} queue={[]} uploads={uploads} isReadOnly={isReadOnly} />
      {!isReadOnly && (
        <div className="gathered-send">
          <p className="small soft">Send it all the same, or remove it.</p>
          <Button busy={isPending} busyLabel="Sending..." onClick={() => mutate(null)}>
            Send to {name}
          </Button>
        </div>
      )}
    </section>
  )
}
