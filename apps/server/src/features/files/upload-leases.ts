import { setTimeout as pause } from 'node:timers/promises'
import { v4 as newId } from 'uuid'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { getProcessStatus, ownProcessMark } from '../../platform/process/identity.ts'
import { payForNobody } from '../../platform/sql/current-account.ts'
import type { PartialUploadState } from '../../platform/storage/storage.ts'
import {
  askForLease,
  type Holder,
  renewLeases,
  returnLease,
  savePartialState,
  takeLease,
} from './upload-leases.repository.ts'

export const UploadBusy = problem(
  'UPLOAD_BUSY',
  423,
  'An earlier connection is still sending this upload. Please try again in a moment.',
  {
    when: 'Another request for the same resumable upload has not ended, or has taken over. Ask with HEAD how far the upload has got, and go on from there.',
  },
)

/** The right to work on an upload. Of several requests, of whichever processes, one has it. */
export interface UploadLease extends Holder {
  /** Ends the request, because another one waits for it. */
  endRequest: () => void
  /** Another request has it, or may have it by now. */
  isLost(): boolean
  /** How receiving ended; undefined while nothing has been received. */
  failed?: boolean
}

/** A killed process that cannot be seen from here delays the next request for so long. */
const LEASE_SECONDS = 10
const RENEWAL_MS = 1_000
const ATTEMPT_INTERVAL_MS = 100
const MAX_WAIT_MS = 25_000
const MAX_WAIT_TO_CLOSE_MS = 5_000

/**
 * One row for each upload says which request works on it (`partial_upload`). A connection that only seems to be open must not
 * keep its client from resuming, so the next request asks the holder to end, and takes the place of a process that was killed.
 */
export function createUploadLeases({ db, log }: Pick<AppContext, 'db' | 'log'>) {
  const held = new Map<string, UploadLease & { heldUntil: number; ended: Promise<void>; end(): void }>()
  let timer: NodeJS.Timeout | undefined
  let isRenewing = false

  return { take, giveBack, run, saveState, close }

  /** Waits for its turn. Undefined when nothing is being received under this id, so that there is nothing to protect. */
  async function take(id: string, { endRequest = () => {}, signal }: TakeOptions = {}) {
    const deadline = performance.now() + MAX_WAIT_MS
    let endedMark: string | null = null
    for (;;) {
      signal?.throwIfAborted()
      const own = held.get(id)
      if (own) {
        own.endRequest()
        await Promise.race([own.ended, pause(deadline - performance.now(), undefined, { ref: false })])
      } else {
        const holder = newId()
        const askedAt = performance.now()
        if (await takeLease(db, { id, holder }, { mark: ownProcessMark, endedMark, seconds: LEASE_SECONDS }))
          return hold({ id, holder, endRequest }, askedAt)
        const other = await askForLease(db, id)
        if (!other) return
        endedMark = other.mark && getProcessStatus(other.mark) === 'ended' ? other.mark : null
        if (!endedMark) await pause(ATTEMPT_INTERVAL_MS)
      }
      if (performance.now() > deadline) throw new UploadBusy()
    }
  }

  function hold(holder: Holder & Pick<UploadLease, 'endRequest'>, askedAt: number) {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const lease = {
      ...holder,
      ended,
      end,
      heldUntil: askedAt + LEASE_SECONDS * 1_000,
      isLost: () => performance.now() > lease.heldUntil,
    }
    held.set(lease.id, lease)
    // Not for the account of the request with which it begins.
    timer ??= payForNobody(() => setInterval(() => void renew(), RENEWAL_MS).unref())
    return lease as UploadLease
  }

  /** Does not fail: a lease that cannot be given back ends by itself. */
  async function giveBack({ id, holder, failed }: UploadLease) {
    const lease = held.get(id)
    await returnLease(db, { id, holder }, failed).catch((err) =>
      log.debug({ err }, 'the lease of an upload could not be given back'),
    )
    if (lease?.holder !== holder) return
    held.delete(id)
    lease.end()
    if (held.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  async function run<T>(id: string, task: (lease: UploadLease | undefined) => Promise<T>) {
    const lease = await take(id)
    try {
      return await task(lease)
    } finally {
      if (lease) await giveBack(lease)
    }
  }

  /** Requests whose connections were closed at a shutdown still store what has arrived. */
  async function close() {
    for (const lease of held.values()) lease.endRequest()
    const ended = Promise.all(Array.from(held.values(), (lease) => lease.ended))
    await Promise.race([ended, pause(MAX_WAIT_TO_CLOSE_MS, undefined, { ref: false })])
  }

  async function saveState(lease: UploadLease, state: PartialUploadState) {
    if (!(await savePartialState(db, lease, state))) throw new UploadBusy()
  }

  async function renew() {
    for (const lease of held.values()) if (lease.isLost()) lease.endRequest()
    if (isRenewing) return
    isRenewing = true
    const askedAt = performance.now()
    const leases = [...held.values()]
    try {
      const renewed = new Map((await renewLeases(db, leases, LEASE_SECONDS)).map((row) => [row.id, row]))
      for (const lease of leases) {
        const row = renewed.get(lease.id)
        lease.heldUntil = row ? askedAt + LEASE_SECONDS * 1_000 : 0
        if (!row || row.isWanted) lease.endRequest()
      }
    } catch (err) {
      log.debug({ err }, 'the leases of uploads could not be renewed')
    } finally {
      isRenewing = false
    }
  }
}

interface TakeOptions {
  endRequest?: () => void
  signal?: AbortSignal
}
