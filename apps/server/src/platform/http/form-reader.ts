import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import createError from '@fastify/error'

export const BrokenForm = createError('MALFORMED_BODY', 'The request could not be read.', 400)

/** One part of a form, as it arrives. It has to be read to its end before the next one is asked for. */
export interface Part {
  name: string
  /** Undefined: this is no file. */
  filename: string | undefined
  type: string
  bytes: AsyncIterable<Buffer>
  /** To be told of each of its pieces that nobody needs any more. */
  used(piece: Buffer): void
}

/** What stands around the contents: in front, behind, and as the head of a part. */
const HEAD = 8 * 1_024
const AROUND = 64 * 1_024
const PARTS = 20
/** So many chunks of the network, of 64 KiB each, may wait before the sender has to. */
const AHEAD = 6

/** Reads multipart/form-data (RFC 7578) as it arrives. Throws BrokenForm for what is none, or ends too soon. */
export async function* partsOf(request: IncomingMessage, boundary: string): AsyncGenerator<Part> {
  const form: Form = {
    delimiter: Buffer.from(`\r\n--${boundary}`),
    chunks: chunksOf(request),
    // The first delimiter may have no line before it; so it is found as all others are.
    held: Buffer.from('\r\n'),
  }
  // In tests they are the sender's own.
  const used = request.socket instanceof Socket ? letGo : () => {}
  let before = 0

  try {
    for await (const piece of upToDelimiter(form)) {
      before += piece.length
      if (before > AROUND) throw new BrokenForm()
    }
    for (let count = 0; !(await isLast(form)); count++) {
      if (count === PARTS) throw new BrokenForm()
      const head = await headOfPart(form)
      yield { ...head, bytes: upToDelimiter(form), used }
    }
    let behind = form.held.length
    for (let chunk = await form.chunks.next(); chunk; chunk = await form.chunks.next()) {
      behind += chunk.length
      if (behind > AROUND) throw new BrokenForm()
    }
  } finally {
    form.chunks.leave()
  }
}

/** A form on its way. */
interface Form {
  delimiter: Buffer
  chunks: ReturnType<typeof chunksOf>
  /** What has come and is not used yet. */
  held: Buffer
}

/**
 * It stands out here, and is not made anew for each form, because of the collector: for each closure that is a generator V8
 * makes a hidden class among what is old, and that holds whatever the closure sees, the bytes too, until all is collected.
 */
async function* upToDelimiter(form: Form): AsyncGenerator<Buffer> {
  const { delimiter } = form
  for (;;) {
    const { held } = form
    const at = held.indexOf(delimiter)
    const end = at < 0 ? held.length - beginningAtEndOf(held, delimiter) : at
    const piece = held.subarray(0, end)
    // A copy of what little is held back, so that the chunk can be let go of.
    form.held = at < 0 ? Buffer.from(held.subarray(end)) : held.subarray(at + delimiter.length)
    if (piece.length > 0) yield piece
    if (at >= 0) return
    await more(form)
  }
}

async function isLast(form: Form) {
  while (form.held.length < 2) await more(form)
  return form.held.toString('latin1', 0, 2) === '--'
}

async function headOfPart(form: Form) {
  let end = form.held.indexOf('\r\n\r\n')
  for (; end < 0; end = form.held.indexOf('\r\n\r\n')) {
    if (form.held.length > HEAD) throw new BrokenForm()
    await more(form)
  }
  if (end > HEAD) throw new BrokenForm()
  const head = form.held.toString('utf8', 0, end)
  form.held = form.held.subarray(end + 4)
  return described(head)
}

async function more(form: Form) {
  const chunk = await form.chunks.next()
  if (!chunk) throw new BrokenForm()
  form.held = form.held.length === 0 ? chunk : Buffer.concat([form.held, chunk])
}

/**
 * Frees the memory of bytes that came from the network and have been used. They would be garbage anyway, but of 64 KiB
 * each: a large upload would have the collector run dozens of times, and wait for it with many megabytes.
 */
function letGo(bytes: Buffer) {
  const { buffer, byteOffset, length } = bytes
  // Only what is all of its memory: beside anything else may stand what somebody still reads.
  if (length < 32 * 1_024 || byteOffset !== 0 || length !== buffer.byteLength) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/**
 * One by one and never joined, as `for await` over a request would have them; undefined at the end. `on` of Node would do,
 * but lays out 32 KiB of memory for each request.
 */
function chunksOf(request: IncomingMessage) {
  const ahead: Buffer[] = []
  let over = request.readableEnded || request.destroyed
  let failure: NodeJS.ErrnoException | undefined
  let wake = () => {}
  request.on('data', take).on('error', fail).on('end', end).on('close', end)

  return {
    async next() {
      if (ahead.length === 0 && !over) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const chunk = ahead.shift()
      if (!chunk && failure) throw failure.code === 'ECONNRESET' ? new BrokenForm() : failure
      if (ahead.length < AHEAD / 2) request.resume()
      return chunk
    },
    leave() {
      request.off('data', take).off('error', fail).off('end', end).off('close', end)
    },
  }

  function take(chunk: Buffer) {
    if (ahead.push(chunk) >= AHEAD) request.pause()
    wake()
  }

  function fail(error: Error) {
    failure = error
    end()
  }

  function end() {
    over = true
    wake()
  }
}

/** How much of the delimiter the bytes end with. */
function beginningAtEndOf(bytes: Buffer, delimiter: Buffer) {
  let at = bytes.indexOf('\r', Math.max(0, bytes.length - delimiter.length + 1))
  for (; at >= 0; at = bytes.indexOf('\r', at + 1)) {
    const length = bytes.length - at
    if (bytes.compare(delimiter, 0, length, at) === 0) return length
  }
  return 0
}

/** What is said of a part in the lines before it. */
function described(head: string) {
  const [padding = '', ...lines] = head.split('\r\n')
  if (padding.trim() !== '') throw new BrokenForm()
  const said = new Map<string, string>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w-]+):(.*)$/s.exec(line) ?? []
    if (name === '' || said.has(name.toLowerCase())) throw new BrokenForm()
    said.set(name.toLowerCase(), value.trim())
  }
  const disposition = said.get('content-disposition') ?? ''
  const name = parameter(disposition, 'name')
  if (!/^form-data\s*;/i.test(disposition) || name === undefined) throw new BrokenForm()
  return { name, filename: filenameIn(disposition), type: said.get('content-type') ?? '' }
}

/** The second form is not for forms, but some programs send it. */
function filenameIn(disposition: string) {
  const [, encoded] = /^UTF-8''(.*)$/i.exec(parameter(disposition, 'filename*') ?? '') ?? []
  if (encoded === undefined) return parameter(disposition, 'filename')
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new BrokenForm()
  }
}

function parameter(header: string, wanted: string) {
  for (const [, name, escaped, quoted, bare] of header.matchAll(PARAMETER)) {
    if (name?.toLowerCase() === wanted) return escaped?.replace(/\\(["\\])/g, '$1') ?? quoted ?? bare
  }
}
/** Some programs put a backslash before a quote, as in mail; browsers do not, so that one may also be the last letter. */
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"(?=\s*(?:;|$))|"([^"]*)"|([^;\s"]*))/gs
