import { createHmac } from 'node:crypto'
import type { AppContext } from '../../platform/context.ts'

/**
 * 256 bits that only the server can make from the id, so that the job that mails a link carries no secret, and a link that is mailed
 * again is the same. Only its hash is stored.
 */
export const emailChangeSecret = (
  { config }: Pick<AppContext, 'config'>,
  purpose: 'confirm' | 'undo',
  id: string,
) => createHmac('sha256', config.appSecret).update(`${purpose} change of address ${id}`).digest('base64url')
