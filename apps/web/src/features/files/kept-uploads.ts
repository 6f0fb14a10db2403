import { files } from '@portico/contract'
import type { Area } from '../../app/session.ts'

/** A resumable upload that has begun: where it goes on, and by what the same file is known again. */
export interface KeptUpload {
  /** Where the server takes the rest. Worth nothing without the session. */
  url: string
  name: string
  size: number
  sent: number
  /** When it began. */
  at: number
}

/** Such files go on after a break; smaller ones are sent whole. */
export const isResumable = ({ size }: Pick<File, 'size'>) => size > files.RESUMABLE_FROM

/** The server forgets what has not gone on for about as long. */
const OLD = 24 * 3_600_000

/** The same file in the same project, as far as a browser can tell. */
export const idOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

const prefixOf = (area: Area, projectId: string) => `portico.upload.${area}.${projectId}.`

/** Its name among the locks of this browser: who holds it is sending it, in whichever tab. */
export const keyOf = (area: Area, projectId: string, id: string) => prefixOf(area, projectId) + id

export function keep(key: string, upload: KeptUpload) {
  try {
    localStorage.setItem(key, JSON.stringify(upload))
  } catch {
    // The browser keeps no more: it then goes on after a lost line, but not after a reload.
  }
}

export const forget = (key: string) => localStorage.removeItem(key)

export function kept(key: string, now = Date.now()): KeptUpload | undefined {
  const upload = read(key)
  if (!upload || now - upload.at > OLD) {
    forget(key)
    return undefined
  }
  return upload
}

/** What was begun in this project and is not being sent by another tab. */
export async function leftOver(area: Area, projectId: string): Promise<(KeptUpload & { id: string })[]> {
  const prefix = prefixOf(area, projectId)
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  if (keys.length === 0) return []
  // Without TLS a browser has no locks; then another tab's upload is offered here as well.
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return keys
    .filter((key) => !held.some(({ name }) => name === key))
    .flatMap((key) => {
      const upload = kept(key)
      return upload ? [{ ...upload, id: key.slice(prefix.length) }] : []
    })
}

function read(key: string): KeptUpload | undefined {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof found === 'object' && found !== null && 'url' in found ? (found as KeptUpload) : undefined
  } catch {
    return undefined
  }
}
