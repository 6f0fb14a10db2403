import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose share of the database connections a query counts against. */
export type Payer =
  /** A freelancer, with their clients and guests. */
  | { workspaceId: string }
  /** The network address of a caller whose account is not known. */
  | { address: string }

const payers = new AsyncLocalStorage<Payer>()

/** Counts the queries of this task, and of everything that it waits for, against the payer's share. */
export function payFor<T>(payer: Payer, task: () => T): T {
  return payers.run(payer, task)
}

/** For work that a request starts and does not wait for, such as a timer that serves everybody. */
export function payForNobody<T>(task: () => T): T {
  return payers.exit(task)
}

/** Undefined for jobs and for other work of the server itself, which has no limit. */
export function currentPayer() {
  return payers.getStore()
}

/** A function that counts against the share of whoever pays now, whoever calls it. */
export const bindPayer = AsyncLocalStorage.bind
