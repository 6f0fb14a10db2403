import { pluralForm, type requests } from '@portico/contract'
import { toast } from '../../ui/toast.ts'
import type { UploadQueue } from '../files/upload-queue.ts'
import type { UploadStore } from '../files/uploads.ts'
import type { useFileDrop } from '../files/use-file-drop.ts'
import { chooseAnswers } from './choose-answers.ts'

/** The uploads to the project, and the state of a drag over the page. */
export interface Sending {
  uploads: UploadStore
  queue: UploadQueue
  maxBytes: number | undefined
  dragged: ReturnType<typeof useFileDrop>
}

type Answered = Pick<requests.Request, 'id' | 'files' | 'stagedFiles'>

/** Gathers the chosen files for a request. */
export function addAnswers(
  { uploads, queue, maxBytes }: Pick<Sending, 'uploads' | 'queue' | 'maxBytes'>,
  { id, files, stagedFiles }: Answered,
  chosen: File[],
) {
  const there = [...files, ...stagedFiles]
  const { added, repeated } = chooseAnswers(chosen, there, queue)
  if (repeated > 0)
    toast.info(pluralForm(repeated, 'This file is here already', `${repeated} files are here already`))
  if (added.length > 0) uploads.add(added, maxBytes, { requestId: id, staged: true }, there)
}

/** Whether files for a request have not arrived, or have failed. */
export const hasUnsentFiles = (queue: UploadQueue, requestId: string) =>
  queue.some(({ target, state }) => target.requestId === requestId && state !== 'stored')
