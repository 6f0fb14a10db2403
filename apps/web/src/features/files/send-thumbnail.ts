import { files } from '@portico/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { refetchStale } from '../../app/query-client.ts'

/** Each picture takes memory, so they are drawn one after the other. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Sends a picture of a PDF or video that has been uploaded. A file that this browser cannot show has none, and nobody misses it:
 * the file itself is stored.
 */
export function sendThumbnail(client: QueryClient, id: string, file: File) {
  last = last.then(() => drawAndSend(client, id, file)).catch(() => {})
  return last
}

async function drawAndSend(client: QueryClient, id: string, file: File) {
  // pdf.js is large, so it is loaded with the first PDF.
  const { drawThumbnail } = await import('./draw-thumbnail.ts')
  const picture = toBase64(new Uint8Array(await (await drawThumbnail(file)).arrayBuffer()))
  await call(files.setThumbnail, { params: { id }, body: { picture } })
  await refetchStale(client, 'files.setThumbnail')
}

function toBase64(bytes: Uint8Array) {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
