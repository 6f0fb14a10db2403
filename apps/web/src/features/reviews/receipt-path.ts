import { paths } from '@portico/contract'
import { areaOnScreen } from '../../app/session.ts'

/** What links to a receipt carry along: a receipt does not name the id of its project. */
export interface ReceiptLinkState {
  projectId: string
}

/** The page of a receipt, in the area on screen. */
export const receiptPath = (id: string) => paths[areaOnScreen()].receipt(id)
