/** The server's sentence on a link whose file is lost; null for every other reason. */
export async function findFailure(url: string) {
  // The page may only fetch from its own origin, and errors of a bucket are not ours.
  if (new URL(url, window.location.href).origin !== window.location.origin) return null
  try {
    const response = await fetch(url, { method: 'GET', redirect: 'manual', headers: { range: 'bytes=0-0' } })
    const { code, message } = response.status === 410 ? await response.json() : {}
    return code === 'FILE_LOST' ? (message as string) : null
  } catch {
    return null
  }
}
