interface MessagePosition {
  clientId: string
  number: number
  createdAt: string
}

/**
 * A UUIDv7 of the message's time. Its random part is the random middle of the client's id, and the number, so the database
 * needs no column and no index for it. The function `message_id` in the database makes the same id.
 */
export function messageId({ clientId, number, createdAt }: MessagePosition) {
  const time = Date.parse(createdAt).toString(16).padStart(12, '0')
  const place = number.toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${clientId.slice(14, 28)}${place}`
}

/** The number of the message with this id, if it exists. */
export function numberFromId(id: string) {
  return Number.parseInt(id.slice(-8), 16)
}
