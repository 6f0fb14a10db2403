import type { files } from '@portico/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actors.ts'

/**
 * The person who uploads. A guest acts as the client whose request they answer, and reaches only uploads by the same
 * link.
 */
export type Uploader = Actor & { linkId?: string | null }

/** Whether a file `f` was uploaded by this person. Rows from before several people of one side have nobody. */
export function isUploadedBy(uploader: Uploader) {
  return sql<boolean>`(f.uploader_id is null or f.uploader_id = ${uploader.personId})`
}

/** Equal for everybody who shares the limits of one uploader: a person, or all guests with one link. */
export function uploaderKey({ side, personId, linkId }: Pick<Uploader, 'side' | 'personId' | 'linkId'>) {
  return linkId ? `link:${linkId}` : `${side}:${personId}`
}

/** Null for a guest. */
export function uploaderIdOf({ personId, linkId }: Uploader) {
  return linkId ? null : personId
}

export function uploaderTypeOf({ side, linkId }: Uploader): files.UploaderType {
  if (linkId) return 'Guest'
  return side === 'freelancer' ? 'Freelancer' : 'Client'
}
