import { areaOnScreen } from '../../app/session.ts'

/** The page of a receipt, in the area on screen. */
export const receiptPath = (id: string) =>
  `${areaOnScreen() === 'client' ? '/client-dashboard' : ''}/receipts/${id}`
