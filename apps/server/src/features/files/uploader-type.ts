import type { files } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'

/**
 * The person who uploads. A guest acts as the client whose request they answer, and reaches only uploads by the same
 * link. A request without a session does not know its account (current-account.ts), so they name it.
 */
export type Uploader = Actor & { linkId?: string | null; accountId?: string }

/** Equal for everybody who shares the limits of one uploader: a person, or all guests with one link. */
export function uploaderKey({ role, id, linkId }: Pick<Uploader, 'role' | 'id' | 'linkId'>) {
  return linkId ? `link:${linkId}` : `${role}:${id}`
}

export function uploaderTypeOf({ role, linkId }: Uploader): files.UploaderType {
  if (linkId) return 'Guest'
  return role === 'freelancer' ? 'Freelancer' : 'Client'
}
