/** The file in a storage that names its installation. */
export const MARKER = 'portico-installation.json'

export interface Owner {
  installation: string
  /** Null in markers of versions that did not know it. */
  incarnation: string | null
}

export function formatMarker({ installation, incarnation }: Owner, writtenAt: Date) {
  const note = 'This storage belongs to one Portico database. Portico does not start without this file.'
  return `${JSON.stringify({ installation, ...(incarnation && { incarnation }), writtenAt, note }, null, 2)}\n`
}

/** Undefined when the marker is malformed. */
export function parseMarker(text: string): Owner | undefined {
  try {
    const { installation, incarnation = null } = JSON.parse(text)
    return isId(installation) && (incarnation === null || isId(incarnation))
      ? { installation, incarnation }
      : undefined
  } catch {
    return undefined
  }
}

function isId(value: unknown) {
  return typeof value === 'string' && UUID.test(value)
}
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
