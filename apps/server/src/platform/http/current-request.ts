import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a request comes from. */
export interface RequestOrigin {
  address: string
  userAgent: string | undefined
  /** A freelancer reads what their client sees. */
  isPreview: boolean
}

const origins = new AsyncLocalStorage<RequestOrigin>()

/** Everything that the task does and waits for knows where its request comes from. */
export function runForRequest<T>(origin: RequestOrigin, task: () => T): T {
  return origins.run(origin, task)
}

/** Undefined for jobs, commands and other work of the server itself. */
export function currentRequest() {
  return origins.getStore()
}
