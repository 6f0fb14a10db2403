import type { IncomingMessage } from 'node:http'

/** How often a request has this header. `headers` has only the first of those that must not be repeated. */
export function countHeaders({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string) {
  let times = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === name) times++
  return times
}
