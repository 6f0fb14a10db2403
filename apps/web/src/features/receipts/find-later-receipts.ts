import { receipts } from '@portico/contract'
import { call } from '../../app/api.ts'
import { tokenOf } from '../../app/session.ts'
import type { Chain } from './read-receipts.ts'

/**
 * Whether the portal has later receipts of the same projects. Only a person who is signed in there and reaches a project can know:
 * to others the portal says nothing about it.
 */
export type LaterReceipts =
  | { state: 'unknown' | 'none' }
  | {
      state: 'some'
      last: receipts.Receipt
      newest: receipts.Receipt
      /** The one of them that takes the last receipt back. */
      withdrawal: receipts.Receipt | undefined
    }

export async function findLaterReceipts(chain: Chain): Promise<LaterReceipts> {
  let isKnown = true
  for (const last of lastOfProjects(chain)) {
    const found = await findNewest(last)
    if (found && found.newest.number > last.number) return { state: 'some', last, ...found }
    if (!found) isKnown = false
  }
  return { state: isKnown ? 'none' : 'unknown' }
}

const lastOfProjects = (chain: Chain) => chain.filter((_, index) => (chain[index + 1]?.number ?? 1) === 1)

/** Undefined when nobody who is signed in here reaches it, or the portal does not answer. */
async function findNewest({ id }: receipts.Receipt) {
  for (const area of ['freelancer', 'client'] as const) {
    const token = tokenOf(area)
    const found = token && (await readNewest(id, token).catch(() => undefined))
    if (found) return found
  }
}

async function readNewest(id: string, token: string) {
  const input = { params: { id } }
  const [newest, withdrawal] = await Promise.all([
    call(receipts.newest, input, { token }),
    call(receipts.withdrawal, input, { token }),
  ])
  return { newest, withdrawal: withdrawal.receipt ?? undefined }
}
