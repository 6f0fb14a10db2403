import { cleanFileName, files as contract } from '@portico/contract'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { findMissingCodeError } from '../../app/missing-code.ts'
import { refetchStale } from '../../app/query-client.ts'
import { createRandomId } from '../../app/random-id.ts'
import { type Area, ownerIn, subscribeToSessions } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'
import { saveAttachment } from './attached-uploads.ts'
import { formatFileSize } from './file-size.ts'
import { filesOf, type ListedFile } from './files.queries.ts'
import { retryNow } from './retry.ts'
import { sendStagedFiles } from './staged-files.queries.ts'
import {
  listStoppedUploads,
  readStoredUpload,
  type UploadTarget,
  uploadId,
  uploadItem,
} from './stored-uploads.ts'
import type { UnsentFile } from './unsent-files.ts'
import {
  findUnfinished,
  isActive,
  isListed,
  isUnsent,
  type ListedName,
  reduceQueue,
  type Upload,
  type UploadEvent,
  type UploadQueue,
  uploadsToStart,
} from './upload-queue.ts'
import { findUploadStore, notifyOfUploads, registerUploadStore } from './upload-stores.ts'

/** The uploads of one person to one project. They go on while another page is open, until the session ends. */
export interface UploadStore {
  /** The query client of the last opened page, whose list is refetched when a file is stored. */
  queryClient: QueryClient
  queue(): UploadQueue
  subscribe(listener: () => void): () => void
  /**
   * Queues files, new versions of a file, or answers to a request. One that is larger than `maxBytes` fails at once. `listed` are
   * the files on screen, by default those of the project. Returns the uploads in the order of the files.
   */
  add(
    chosen: File[],
    maxBytes: number | undefined,
    target?: UploadTarget,
    listed?: readonly Pick<ListedFile, 'id'>[],
  ): Pick<Upload, 'id' | 'clientUploadId'>[]
  cancel(id: string): void
  retry(...ids: string[]): void
  /** Sends what is gathered for a request, once all that is on its way has arrived. It goes on while another page is open. */
  sendStaged(requestId: string): void
  /** The requests whose files are sent once all have arrived. */
  awaited(): ReadonlySet<string>
  /** Sends files that an earlier visit did not finish, unless they are in the queue already. Returns how many. */
  restore(unsent: UnsentFile[]): number
  /** Marks the uploads whose files the page lists, so that their rows do not reappear when the files are deleted. */
  markListed(files: readonly ListedName[]): void
  /** Adds the uploads that an earlier visit did not finish. */
  addStopped(): Promise<void>
}

/** Creates the store at the first call. Each call also gives it the query client of its page. */
export function getUploadStore(area: Area, projectId: string, queryClient: QueryClient): UploadStore {
  const store = findUploadStore(area, projectId) ?? createUploadStore(area, projectId, queryClient)
  store.queryClient = queryClient
  return store
}

function createUploadStore(area: Area, projectId: string, queryClient: QueryClient): UploadStore {
  let queue: UploadQueue = []
  const listeners = new Set<() => void>()
  const controllers = new Map<string, AbortController>()
  let awaited: ReadonlySet<string> = new Set()
  /** The uploads that chat messages wait for, by `clientUploadId`. */
  const attached = new Set<string>()
  const owner = ownerIn(area) ?? ''
  const isSignedIn = () => (ownerIn(area) ?? '') === owner
  // Stops all uploads, so that nothing is sent in the name of the next person who signs in.
  const unsubscribe = subscribeToSessions(() => {
    if (!isSignedIn()) end()
  })
  // Loaded ahead, so that files which are chosen without a network wait for one, and survive a reload.
  const unsentFiles = import('./unsent-files.ts')
  for (const loading of [loadSender(), unsentFiles]) loading.catch(() => {})
  const store: UploadStore = {
    queryClient,
    queue: () => queue,
    subscribe,
    add,
    cancel,
    retry,
    sendStaged,
    awaited: () => awaited,
    restore,
    markListed,
    addStopped,
  }
  const unregister = registerUploadStore(area, projectId, store)
  return store

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function add(
    chosen: File[],
    maxBytes: number | undefined,
    target?: UploadTarget,
    listed: readonly Pick<ListedFile, 'id'>[] = listedFiles(),
  ) {
    const idsBefore = new Set(listed.map(({ id }) => id))
    const added = chosen.map((file) => {
      // A file that is chosen again keeps the target of its unfinished upload, and the id under which it may have arrived.
      const unfinished = findUnfinished(queue, file)
      const finalTarget = target ?? unfinished?.target
      const upload = createUpload(file, maxBytes, finalTarget)
      if (unfinished?.id === upload.id) upload.clientUploadId = unfinished.clientUploadId
      return { ...upload, idsBefore }
    })
    dispatch({ type: 'added', uploads: added })
    // A file that was chosen twice is in the queue once.
    for (const upload of queue) {
      const isAdded = added.some(({ clientUploadId }) => clientUploadId === upload.clientUploadId)
      if (isAdded && upload.file) keep(upload, upload.file)
    }
    const queued = added.map((upload) => find(upload.id) ?? upload)
    if (target?.isAttached) for (const upload of queued) attach(upload)
    return queued
  }

  /** The file may be on its way already, chosen beside the other files of the project. */
  function attach({ target, ...upload }: Upload) {
    attached.add(upload.clientUploadId)
    if (upload.file && !target.isAttached)
      keep({ ...upload, target: { ...target, isAttached: true } }, upload.file)
  }

  function keep({ clientUploadId, target }: Upload, file: File) {
    if (owner === '') return
    const unsent = { clientUploadId, target, file, owner, projectId }
    void unsentFiles.then((files) => files.keepUnsentFile(area, unsent)).catch(() => {})
  }

  function forget({ clientUploadId }: Pick<Upload, 'clientUploadId'>) {
    if (owner === '') return
    void unsentFiles.then((files) => files.removeUnsentFile(area, owner, clientUploadId)).catch(() => {})
  }

  function restore(unsent: UnsentFile[]) {
    const uploads = unsent.map(({ file, target, clientUploadId }) => ({
      ...createUpload(file, undefined, target),
      clientUploadId,
    }))
    // What an earlier visit has begun is in the queue without its file.
    const isQueued = ({ id }: Upload) => (find(id)?.state ?? 'stopped') !== 'stopped'
    // It was chosen again before, so the queue sends it under another id.
    for (const upload of uploads.filter(isQueued)) {
      if (find(upload.id)?.clientUploadId !== upload.clientUploadId) forget(upload)
    }
    const added = uploads.filter((upload) => !isQueued(upload))
    for (const { target, clientUploadId } of added) {
      if (target.sendsWhenStored && target.requestId) awaitAll(target.requestId)
      if (target.isAttached) attached.add(clientUploadId)
    }
    dispatch({ type: 'added', uploads: added })
    return added.length
  }

  function listedFiles() {
    const list = store.queryClient.getQueryData(filesOf(projectId).queryKey)
    return list?.pages.flatMap(({ items }) => items) ?? []
  }

  function cancel(id: string) {
    controllers.get(id)?.abort()
    const cancelled = find(id)
    if (cancelled) forget(cancelled)
    dispatch({ type: 'removed', id })
    const item = uploadItem(area, owner, projectId, id)
    const url = readStoredUpload(item)?.uploadUrl
    item.remove()
    if (url) void terminate(url)
  }

  /** If the server does not learn of it, it deletes the unfinished upload after a day. */
  async function terminate(url: string) {
    await import('./send-resumably.ts').then((tus) => tus.terminateUpload(area, url)).catch(() => {})
  }

  function retry(...ids: string[]) {
    for (const id of ids) dispatch({ type: 'retried', id })
    // Also ends the delays of all interrupted uploads, because the connection is probably back.
    retryNow()
  }

  function sendStaged(requestId: string) {
    awaitAll(requestId)
    for (const upload of queue) {
      const { target, file } = upload
      const isExpected = target.requestId === requestId && isUnsent(upload)
      if (isExpected && file) keep({ ...upload, target: { ...target, sendsWhenStored: true } }, file)
    }
    for (const listener of listeners) listener()
    sendWhatHasArrived()
  }

  function awaitAll(requestId: string) {
    awaited = new Set([...awaited, requestId])
  }

  /** A file that has failed is not waited for. */
  function sendWhatHasArrived() {
    const isComplete = (requestId: string) =>
      !queue.some((upload) => upload.target.requestId === requestId && isActive(upload))
    const complete = [...awaited].filter(isComplete)
    if (complete.length === 0) return
    awaited = new Set([...awaited].filter((requestId) => !complete.includes(requestId)))
    for (const requestId of complete) {
      const { queryClient } = store
      const mutation = queryClient.getMutationCache().build(queryClient, sendStagedFiles(projectId))
      // A failure is shown as a toast, and the files wait as before.
      mutation.execute(requestId).catch(() => {})
    }
    for (const listener of listeners) listener()
  }

  function find(id: string) {
    return queue.find((upload) => upload.id === id)
  }

  function markListed(files: readonly ListedName[]) {
    for (const upload of queue) {
      const { id, state, wasListed } = upload
      if (wasListed || !isListed(upload, files)) continue
      if (state === 'stored') dispatch({ type: 'listed', id })
      // Its response was lost.
      if (state === 'failed') {
        forget(upload)
        dispatch({ type: 'removed', id })
      }
    }
  }

  async function addStopped() {
    const stopped = await listStoppedUploads(area, owner, projectId)
    const unknown = stopped.filter(({ id }) => !queue.some((upload) => upload.id === id))
    if (unknown.length === 0) return
    dispatch({
      type: 'added',
      uploads: unknown.map((upload) => ({
        ...upload,
        clientUploadId: createRandomId(),
        name: cleanFileName(upload.name),
        state: 'stopped',
        bytesPerSecond: 0,
      })),
    })
  }

  function dispatch(event: UploadEvent) {
    queue = reduceQueue(queue, event)
    for (const upload of uploadsToStart(queue)) {
      const { id, file } = upload
      if (!file) continue
      queue = reduceQueue(queue, { type: 'started', id })
      void start(upload, file)
    }
    if (queue.some(isUnsent)) window.addEventListener('beforeunload', warnBeforeUnload)
    else window.removeEventListener('beforeunload', warnBeforeUnload)
    for (const listener of listeners) listener()
    notifyOfUploads()
    sendWhatHasArrived()
  }

  function warnBeforeUnload(event: BeforeUnloadEvent) {
    event.preventDefault()
  }

  async function start({ id, target, clientUploadId }: Upload, file: File) {
    const controller = new AbortController()
    const { signal } = controller
    controllers.set(id, controller)
    const item = uploadItem(area, owner, projectId, id)
    const onProgress = (bytesSent: number) => dispatch({ type: 'progressed', id, bytesSent, at: Date.now() })
    const onInterrupted = (error: unknown) => {
      const interruption = toApiError(error).status === 0 ? 'connection' : 'server'
      dispatch({ type: 'interrupted', id, interruption })
    }
    try {
      const fileId = await (await loadSender()).sendFile(
        { file, area, projectId, target, clientUploadId, item, signal, onProgress },
        onInterrupted,
      )
      const isAttached = attached.delete(clientUploadId)
      // Before the bytes are forgotten, so that a reload in between loses neither.
      if (isAttached && fileId) saveAttachment(area, owner, clientUploadId, fileId)
      forget({ clientUploadId })
      if (fileId && contract.isPicturedByUploader({ contentType: file.type })) void addThumbnail(fileId, file)
      // Read before `stored` starts the next upload.
      const hasQueued = queue.some(({ state }) => state === 'queued')
      dispatch({ type: 'stored', id, fileId })
      if (!hasQueued && isSignedIn() && !target.staged && !isAttached)
        toast.success(target.requestId ? 'Answer sent' : 'File uploaded successfully!')
      // The list shows the file before its row leaves the queue.
      await refetchStale(store.queryClient, target.staged ? 'requests.stagedFilesChanged' : 'files.upload')
      const list = store.queryClient.getQueryState(filesOf(projectId).queryKey)
      if (list?.status !== 'error') dispatch({ type: 'listed', id })
    } catch (error) {
      if (!signal.aborted) fail(id, toApiError(error))
    } finally {
      // After a cancel the same file may have been chosen again, and then the controller is that of the new upload.
      if (controllers.get(id) === controller) controllers.delete(id)
    }
  }

  async function addThumbnail(fileId: string, file: File) {
    await import('./send-thumbnail.ts')
      .then(({ sendThumbnail }) => sendThumbnail(store.queryClient, fileId, file))
      .catch(() => {})
  }

  function fail(id: string, error: ApiError) {
    const [title, detail = ''] = failureMessage(error, { fallback: 'Upload failed.' })
    const reason = failureReason(error) ?? detail
    const canRetry = error.status !== 404 && error.status !== 413
    const upload = find(id)
    if (upload && !canRetry) forget(upload)
    dispatch({ type: 'failed', id, failure: { reason, canRetry } })
    toast.error(title, detail)
  }

  function end() {
    unsubscribe()
    for (const controller of controllers.values()) controller.abort()
    window.removeEventListener('beforeunload', warnBeforeUnload)
    queue = []
    unregister()
  }
}

async function loadSender() {
  return import('./send-file.ts').catch(async () => {
    throw await findMissingCodeError()
  })
}

function createUpload(file: File, maxBytes: number | undefined, target: UploadTarget = {}): Upload {
  const { name, size } = file
  const id = uploadId(file, target)
  const clientUploadId = createRandomId()
  const upload = {
    id,
    clientUploadId,
    name: cleanFileName(name),
    size,
    target,
    bytesSent: 0,
    bytesPerSecond: 0,
  }
  const isTooLarge = maxBytes !== undefined && size > maxBytes
  if (size > 0 && !isTooLarge)
    return { ...upload, state: 'queued', file, ...(target.staged && { chosen: file }) }
  // Phones give such files for photos that they have not loaded from a cloud yet.
  const reason = isTooLarge
    ? `It is larger than ${formatFileSize(maxBytes)}.`
    : 'It is empty. Open it on your device once, and choose it again.'
  return { ...upload, state: 'failed', failure: { reason, canRetry: false } }
}

function failureReason({ status, code, message }: ApiError) {
  if (status === 0) return 'The connection was lost.'
  if (code === 'FILE_NOT_FOUND')
    return 'The file that it was to replace has been deleted. Choose it again to add it as a new file.'
  return message || undefined
}

/** An error that nobody foresaw is shown as a lost connection. */
const toApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError(0, { code: 'UNREACHABLE' })
