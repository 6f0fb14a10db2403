interface MessagePosition {
  clientId: string
  number: number
  createdAt: string
}

/**
 * A UUIDv7 of a message's time. Where others are random it has the middle of its client's id, which is, and its number: so the
 * database stores no id and needs no index to find one. `message_id` there makes the same; change both or neither.
 */
export function messageId({ clientId, number, createdAt }: MessagePosition) {
  const time = Date.parse(createdAt).toString(16).padStart(12, '0')
  const place = number.toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-${clientId.slice(14, 28)}${place}`
}

/** The number of the message that has this id, if any has. */
export function numberFromId(id: string) {
  return Number.parseInt(id.slice(-8), 16)
}
