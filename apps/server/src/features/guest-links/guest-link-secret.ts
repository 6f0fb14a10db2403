import { createHmac } from 'node:crypto'
import type { AppContext } from '../../platform/context.ts'

/** 256 bits that only the server can make from the id, so that the job that mails a link carries no secret. */
export const guestLinkSecret = ({ config }: Pick<AppContext, 'config'>, id: string) =>
  createHmac('sha256', config.appSecret).update(`guest link ${id}`).digest('base64url')
