import * as accounts from './accounts.ts'
import * as clients from './clients.ts'
import * as dashboard from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import * as projects from './projects.ts'

export * from './common.ts'
export * from './endpoint.ts'
export * from './plans.ts'
export { accounts, clients, dashboard, projects }

/** Every endpoint there is; tests walk this list. */
export const endpoints = [accounts, clients, projects, dashboard]
  .flatMap((feature) => Object.values<unknown>(feature))
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'url' in value)
