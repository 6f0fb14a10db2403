interface Placed {
  clientId: string
  number: number
  createdAt: string
}

/**
 * A UUIDv7 of a message's time that has, where others have chance, the end of its client's id and its number: so the
 * database stores no id and needs no index to find one. There it is made by `message_id`.
 */
export function messageId({ clientId, number, createdAt }: Placed) {
  const time = Date.parse(createdAt).toString(16).padStart(12, '0')
  const place = number.toString(16).padStart(8, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${clientId.slice(26, 29)}-8${clientId.slice(29, 32)}-${clientId.slice(32)}${place}`
}

/** The number of the message that has this id, if any has. */
export function numberIn(id: string) {
  return Number.parseInt(id.slice(-8), 16)
}
