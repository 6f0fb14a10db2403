import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Text that never changes while the process runs, compressed once. */
export interface CompressedText {
  plain: Buffer
  gzipped: Buffer
  etag: string
}

export async function compressText(text: string): Promise<CompressedText> {
  const plain = Buffer.from(text)
  return { plain, gzipped: await promisify(gzip)(plain), etag: `W/"${hash('sha256', plain, 'base64url')}"` }
}

/** Browsers cache it for five minutes and revalidate it then. */
export function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { plain, gzipped, etag }: CompressedText,
) {
  reply.headers({ 'cache-control': 'public, max-age=300', vary: 'Origin, Accept-Encoding', etag })
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(plain)
  return reply.header('content-encoding', 'gzip').send(gzipped)
}
