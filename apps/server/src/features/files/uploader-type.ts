import type { files } from '@portico/contract'
import type { Actor } from '../../platform/actors.ts'

export function uploaderTypeOf({ role }: Actor): files.UploaderType {
  return role === 'freelancer' ? 'Freelancer' : 'Client'
}
