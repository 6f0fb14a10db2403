import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../app/api.ts'
import { failureMessage } from '../../app/failure-message.ts'
import { type Area, currentSession, subscribeToSessions } from '../../app/session.ts'
import { toast } from '../../ui/toast.ts'
import { comeBack, loaded } from './come-back.ts'
import { sizeSaid } from './in-words.ts'
import { idOf, isResumable, keyOf, leftOver } from './kept-uploads.ts'
import { afterwards, type Happening, isActive, type Queue, toBegin, type Upload } from './queue.ts'

/** The uploads to one project. They go on while the person looks at another page. */
export interface Uploads {
  /** Of the page they were last seen on: its list is to show what has arrived. */
  client: QueryClient
  queue(): Queue
  /** How many have arrived of those that are on their way together. */
  arrived(): number
  follow(listener: () => void): () => void
  /** Puts files into the queue; what is larger than `most` is refused before a byte is sent. */
  add(chosen: File[], most: number | undefined): void
  cancel(id: string): void
  retry(id: string): void
  /** Brings back what an earlier visit left behind. */
  recall(): Promise<void>
}

const open = new Map<string, Uploads>()

export function uploadsTo(area: Area, projectId: string, client: QueryClient): Uploads {
  const name = `${area} ${ownerOf(area)} ${projectId}`
  const uploads = open.get(name) ?? createUploads(area, projectId, client, () => open.delete(name))
  open.set(name, uploads)
  uploads.client = client
  return uploads
}

function createUploads(area: Area, projectId: string, client: QueryClient, onEnd: () => void): Uploads {
  let queue: Queue = []
  let arrived = 0
  const listeners = new Set<() => void>()
  const under = new Map<string, AbortController>()
  const owner = ownerOf(area)
  const isTheirs = () => ownerOf(area) === owner
  const unfollow = subscribeToSessions(() => {
    if (!isTheirs()) end()
  })

  const uploads: Uploads = {
    client,
    queue: () => queue,
    arrived: () => arrived,
    follow,
    add,
    cancel,
    retry,
    recall,
  }
  return uploads

  function follow(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function add(chosen: File[], most: number | undefined) {
    if (!queue.some(isActive)) arrived = 0
    happened({ type: 'added', uploads: chosen.map((file) => asUpload(file, most)) })
  }

  function cancel(id: string) {
    under.get(id)?.abort()
    happened({ type: 'removed', id })
    const key = keyOf(area, projectId, id)
    if (localStorage.getItem(key)) import('./send-resumably.ts').then(({ letGo }) => letGo({ area, key }))
  }

  function retry(id: string) {
    if (queue.some((upload) => upload.id === id && upload.state === 'lost')) comeBack.now()
    else happened({ type: 'retried', id })
  }

  async function recall() {
    const left = await leftOver(area, projectId)
    const unknown = left.filter(({ id }) => !queue.some((upload) => upload.id === id))
    if (unknown.length > 0) {
      happened({ type: 'added', uploads: unknown.map((one) => ({ ...one, state: 'left', speed: 0 })) })
    }
  }

  function happened(happening: Happening) {
    queue = afterwards(queue, happening)
    for (const { id, file } of toBegin(queue)) {
      if (!file) continue
      queue = afterwards(queue, { type: 'began', id })
      void begin(id, file)
    }
    window.removeEventListener('beforeunload', askFirst)
    if (queue.some(isActive)) window.addEventListener('beforeunload', askFirst)
    for (const listener of listeners) listener()
  }

  async function begin(id: string, file: File) {
    const controller = new AbortController()
    under.set(id, controller)
    try {
      await untilSent(id, file, controller.signal)
      // The list has it before the queue lets go of it.
      await uploads.client.invalidateQueries({ queryKey: ['files', projectId] })
      const othersWait = queue.some(({ state }) => state === 'waiting')
      arrived += 1
      happened({ type: 'removed', id })
      // Of many it is said at the end, not of each.
      if (isTheirs() && !othersWait) toast.success('File uploaded successfully!')
    } catch (error) {
      if (!controller.signal.aborted) failed(id, asApiError(error))
    } finally {
      if (under.get(id) === controller) under.delete(id)
    }
  }

  async function untilSent(id: string, file: File, signal: AbortSignal) {
    const key = keyOf(area, projectId, id)
    let furthest = 0
    const once = async (getsOn = () => {}) => {
      const { send } = await loaded(import('./send.ts'))
      await send({ file, area, projectId, key, signal, onProgress })

      function onProgress(sent: number) {
        if (signal.aborted) return
        if (sent > furthest) getsOn()
        furthest = Math.max(furthest, sent)
        happened({ type: 'progressed', id, sent, at: Date.now() })
      }
    }
    if (isResumable(file))
      await alone(key, () => comeBack.after(once, () => happened({ type: 'lost', id }), signal))
    else await once()
  }

  function failed(id: string, error: ApiError) {
    const [said, detail = ''] = failureMessage(error, { fallback: 'Upload failed.' })
    const reason = error.status === 0 ? 'The connection was lost.' : error.message || detail
    happened({ type: 'failed', id, reason, again: error.status !== 404 && error.status !== 413 })
    toast.error(said, detail)
  }

  function end() {
    unfollow()
    for (const controller of under.values()) controller.abort()
    window.removeEventListener('beforeunload', askFirst)
    queue = []
    onEnd()
  }
}

/** Nothing is ever sent in the name of whoever comes next. */
function ownerOf(area: Area) {
  const state = currentSession(area)
  return state.status === 'in' ? state.session.id : undefined
}

function asUpload(file: File, most: number | undefined): Upload {
  const { name, size } = file
  const upload = { id: idOf(file), name, size, sent: 0, speed: 0, file }
  if (most === undefined || size <= most) return { ...upload, state: 'waiting' }
  return { ...upload, state: 'failed', reason: `It is larger than ${sizeSaid(most)}.`, again: false }
}

/** Two tabs that send the same file would get into each other's way. Without TLS there are no locks: the server tells. */
async function alone(key: string, work: () => Promise<void>) {
  if (!navigator.locks) return work()
  await navigator.locks.request(key, { ifAvailable: true }, async (lock) => {
    if (lock) return work()
    throw new ApiError(409, { code: 'CONFLICT', message: 'This file is being uploaded in another tab.' })
  })
}

/** What nobody foresaw is told as a line that broke. */
const asApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError(0, { code: 'UNREACHABLE' })

function askFirst(event: BeforeUnloadEvent) {
  event.preventDefault()
}
