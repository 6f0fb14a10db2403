import { addressKey } from '../limits/keys.ts'
import { createTurns } from '../process/turns.ts'
import { currentPayer, type Payer } from './current-account.ts'

export interface FairShare {
  /** Waits for the payer's turn. Returns what ends it, or undefined for work that has no limit. */
  take(): Turn | undefined | Promise<Turn>
}

export interface Turn {
  end(): void
}

interface Options {
  total?: number
  /** How many connections, or queries on shared connections, one account may have at once. */
  perAccount: number
}

/** For all turns of a caller together. */
const MAX_WAIT_MS = 5_000
/** All callers without an account have one share together, and each network address at most so much of it. */
const ANONYMOUS = 'anonymous'
const ANONYMOUS_PART_OF_ADDRESS = 0.75

/** Shares database connections between accounts. */
export function createFairShare({ perAccount, ...options }: Options): FairShare {
  const accounts = createTurns({ ...options, perKey: perAccount, maxWaitMs: MAX_WAIT_MS })
  const addresses = createTurns({
    perKey: Math.max(1, Math.floor(ANONYMOUS_PART_OF_ADDRESS * perAccount)),
    maxWaitMs: MAX_WAIT_MS,
  })

  return {
    take() {
      const payer = currentPayer()
      if (!payer) return undefined
      return 'workspaceId' in payer ? takeTurnOfAccount(payer) : takeTurnOfAddress(payer)
    },
  }

  function takeTurnOfAccount({ workspaceId }: Extract<Payer, { workspaceId: string }>) {
    const turn = { end: () => accounts.end(workspaceId) }
    return accounts.take(workspaceId)?.then(() => turn) ?? turn
  }

  async function takeTurnOfAddress({ address }: Extract<Payer, { address: string }>) {
    const key = addressKey(address)
    const deadline = Date.now() + MAX_WAIT_MS
    await addresses.take(key)
    try {
      await accounts.take(ANONYMOUS, Math.max(0, deadline - Date.now()))
    } catch (error) {
      addresses.end(key)
      throw error
    }
    return {
      end() {
        accounts.end(ANONYMOUS)
        addresses.end(key)
      },
    }
  }
}
