import type { files } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'

/**
 * The person who uploads. A guest acts as the client whose request they answer, and reaches only uploads by the same
 * link.
 */
export type Uploader = Actor & { linkId?: string | null }

/** Equal for everybody who shares the limits of one uploader: a person, or all guests with one link. */
export function uploaderKey({ side, personId, linkId }: Pick<Uploader, 'side' | 'personId' | 'linkId'>) {
  return linkId ? `link:${linkId}` : `${side}:${personId}`
}

export function uploaderTypeOf({ side, linkId }: Uploader): files.UploaderType {
  if (linkId) return 'Guest'
  return side === 'freelancer' ? 'Freelancer' : 'Client'
}
