/** The server's sentence when the contents of a file are lost or damaged; null for every other reason. */
export async function fetchLostFileMessage(url: string) {
  // The page may only fetch from its own origin, and a bucket has other errors.
  if (new URL(url, window.location.href).origin !== window.location.origin) return null
  try {
    const response = await fetch(url, { method: 'GET', redirect: 'manual', headers: { range: 'bytes=0-0' } })
    const { code, message } = response.status === 410 ? await response.json() : {}
    return code === 'FILE_LOST' || code === 'FILE_DAMAGED' ? (message as string) : null
  } catch {
    return null
  }
}
