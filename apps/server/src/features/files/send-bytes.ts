import { buffer } from 'node:stream/consumers'
import { detectTextEncoding, TEXT_SAMPLE_BYTES } from '@portico/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { parseRange } from '../../platform/http/ranges.ts'
import type { Contents } from './contents.repository.ts'
import { lostFileError } from './lost-files.ts'

const RangeNotSatisfiable = problem('RANGE_NOT_SATISFIABLE', 416, 'The file is not as long as that.', {
  when: 'A `Range` begins behind the end of a file. Only the links to files answer it.',
})

interface SentFile extends Contents {
  id: string
  key: string
  disposition: string
  cacheControl: string
}

/** Sends the object with this key, or the requested range of it. The caller has made sure that its size is right. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Pick<AppContext, 'db' | 'storage' | 'log'>,
  { contentType, disposition, cacheControl, ...file }: SentFile,
) {
  const size = Number(file.size)
  const etag = `"${file.sha256.toString('hex')}"`
  const headers = {
    'content-security-policy': policyFor(contentType),
    'content-disposition': disposition,
    'cache-control': cacheControl,
    // Files may be on an origin of their own (FILES_URL), so pages of another origin show them. The link is signed.
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
    etag,
  }
  if (request.headers['if-none-match']?.includes(etag)) return reply.headers(headers).code(304).send()

  const isWanted = request.method === 'GET'
  const condition = request.headers['if-range']
  const range =
    isWanted && (!condition || condition === etag) ? parseRange(request.headers.range, size) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new RangeNotSatisfiable()
  }
  const length = range ? range.end - range.start + 1 : size
  const bytes = isWanted && length > 0 ? await ctx.storage.read(file.key, range ?? undefined) : ''
  if (bytes === undefined) throw await lostFileError(ctx, file.id, file.key)

  const type = contentType === 'text/plain' ? await typeOfText(ctx, file) : contentType
  // Set only now, because a browser must not cache a failure.
  reply.headers(headers).header('content-length', length)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return reply.type(type).send(bytes)
}

/** With the encoding, which browsers do not guess. */
async function typeOfText(
  { storage }: Pick<AppContext, 'storage'>,
  { key, size }: Pick<SentFile, 'key' | 'size'>,
) {
  const end = Math.min(Number(size), TEXT_SAMPLE_BYTES) - 1
  const sample = end < 0 ? undefined : await storage.read(key, { start: 0, end })
  const { encoding } = detectTextEncoding(sample ? await buffer(sample) : Buffer.alloc(0))
  return `text/plain; charset=${encoding}`
}

/**
 * Uploaded content may not run scripts, load anything or be framed. The PDF viewer does not work in a sandbox. The media player
 * fetches the file again, which needs `allow-same-origin`; scripts stay forbidden.
 */
export function policyFor(contentType: string) {
  const policy = "default-src 'none'; frame-ancestors 'none'"
  if (contentType === 'application/pdf') return policy
  if (/^(audio|video)\//.test(contentType)) return `${policy}; media-src 'self'; sandbox allow-same-origin`
  return `${policy}; sandbox`
}
