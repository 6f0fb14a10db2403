import type { ChatSocket } from './room.ts'

interface ReadReceiptOptions {
  socket: ChatSocket
  peerId: string
  /** The number of the last message that this side has read. */
  getLastRead(): number
  onSaved(): void
}

/** Messages that are read together are reported together. */
const SEND_DELAY_MS = 150
const RETRY_DELAY_MS = 15_000

/** Tells the server how far this side has read, and tries again when that fails. */
export function createReadReceipts({ socket, peerId, getLastRead, onSaved }: ReadReceiptOptions) {
  /** The number that the server knows. Undefined until the room has been joined. */
  let saved: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function send() {
    timer = undefined
    const number = getLastRead()
    if (!socket.connected || saved === undefined || number <= saved) return
    const before = saved
    saved = number
    socket.emit('markSeen', { peerId, number }, (reply) => {
      if (reply.ok) return onSaved()
      if (saved === number) saved = before
      timer ??= setTimeout(send, RETRY_DELAY_MS)
    })
  }

  return {
    /** The reply to joining the room contains the number that the server knows. */
    start(number: number) {
      saved = number
    },
    /** Another tab has reported this number. */
    advance(number: number) {
      if (saved !== undefined) saved = Math.max(saved, number)
    },
    schedule() {
      if (saved !== undefined && getLastRead() > saved) timer ??= setTimeout(send, SEND_DELAY_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
