/** Browsers offer `crypto.randomUUID` on secure origins alone. */
export function createRandomId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
}
