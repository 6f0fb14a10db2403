/** The file in a storage that names its installation. */
export const MARKER = 'portico-installation.json'

export function formatMarker(installation: string, writtenAt: Date) {
  const note = 'This storage belongs to one Portico database. Portico does not start without this file.'
  return `${JSON.stringify({ installation, writtenAt, note }, null, 2)}\n`
}

/** The id in a marker; undefined when it is malformed. */
export function parseMarker(text: string) {
  try {
    const { installation } = JSON.parse(text)
    return typeof installation === 'string' && UUID.test(installation) ? installation : undefined
  } catch {
    return undefined
  }
}
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
