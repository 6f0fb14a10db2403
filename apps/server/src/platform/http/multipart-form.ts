import type { FastifyError } from '@fastify/error'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MalformedBody } from './errors.ts'

/** The bytes of a file have to be read before the next part. */
export type FormPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; filename: string; type: string; bytes: AsyncIterable<Buffer> }

const MAX_PARTS = 20

const LIMITS = {
  fieldSize: 1_024,
  headerSize: 8 * 1_024,
  headerPairs: 20,
  // The reader of a file limits its size.
  fileSize: Number.POSITIVE_INFINITY,
}

export async function acceptMultipartForms(app: FastifyInstance) {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false, preservePath: true })
}

/** Reads a form while it arrives. Throws MalformedBody for a malformed or incomplete body, or one with too many parts. */
export async function* readForm(
  request: FastifyRequest,
  {
    maxBytes,
    createTooLarge,
    maxParts = MAX_PARTS,
  }: { maxBytes: number; createTooLarge: () => Error; maxParts?: number },
): AsyncGenerator<FormPart> {
  const { raw } = request
  // The limits of the parser do not cover bytes outside the parts.
  let received = 0
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > maxBytes) raw.emit('error', createTooLarge())
  })
  // The sizes and the speed that were not kept. The parser may report another error than this one.
  let refusal: Error | undefined
  raw.once('error', (error) => {
    if ((error as FastifyError).statusCode) refusal = error
  })
  try {
    for await (const part of request.parts({ limits: { parts: maxParts } })) yield toFormPart(part, malformed)
  } catch (error) {
    throw malformed(error)
  }
  // The parser stops at the closing delimiter, and a request that is not read to its end never emits `end`.
  raw.resume()

  function malformed(cause: unknown) {
    return refusal ?? new MalformedBody({ cause })
  }
}

type ToError = (cause: unknown) => Error

function toFormPart(part: Multipart, toError: ToError): FormPart {
  const { fieldname: name } = part
  if (part.type === 'field') return { kind: 'field', name, value: String(part.value) }
  return {
    kind: 'file',
    name,
    filename: part.filename,
    type: part.mimetype,
    bytes: readFile(part.file, toError),
  }
}

/** Only an error of the parser gets here: one that the consumer throws ends the generator without passing `catch`. */
async function* readFile(file: AsyncIterable<Buffer>, toError: ToError) {
  try {
    yield* file
  } catch (error) {
    throw toError(error)
  }
}
