import * as Type from 'typebox'
import { Id, Instant, nullable, paging, StrictObject } from './common.ts'
import { endpoint } from './endpoint.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/**
 * How the client was known: a code that was mailed to their address and given with the decision (`code`) or earlier in the
 * same session (`earlier_code`), or a login link that was mailed to it and that Portico showed to nobody (`mailed_link`). Receipts of
 * earlier versions say `link`: any login link.
 */
export type IdentifiedBy = Type.Static<typeof IdentifiedBy>
export const IdentifiedBy = Type.Enum(['mailed_link', 'code', 'earlier_code', 'link'])

/** Of an installation, by one of its keys. */
export type Signature = Type.Static<typeof Signature>
export const Signature = Type.Object({
  keyId: Type.String(),
  /** Ed25519 over what is hashed, in base64url. */
  value: Type.String(),
})

/** A file of a receipt about several. */
export type ReceiptFile = Type.Static<typeof ReceiptFile>
export const ReceiptFile = Type.Object({
  name: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  size: Type.Integer({ minimum: 0 }),
  sha256: Sha256,
  decision: Type.Enum(['approved', 'changes_requested', 'chosen', 'not_chosen']),
  comment: nullable(Type.String()),
})

/** The lasting record of an approval, or of one that was taken back. docs/receipts.md says how anybody checks it. */
export type Receipt = Type.Static<typeof Receipt>
export const Receipt = Type.Object({
  id: Id,
  /** Counts 1, 2, 3 … in its project. */
  number: Type.Integer({ minimum: 1 }),
  /** The project's title at the time of the decision, as all names here. */
  project: Type.String(),
  /** With the address at the time of the decision, which is the one that a link or code was mailed to. */
  client: Type.Object({ name: Type.String(), email: Type.String() }),
  file: Type.Object({
    name: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    size: Type.Integer({ minimum: 0 }),
    sha256: Sha256,
  }),
  /** When several files were decided on at once: all of them. `file` is then the first that was approved or chosen. */
  files: Type.Optional(Type.Array(ReceiptFile)),
  decision: Type.Enum(['approved', 'withdrawn']),
  comment: nullable(Type.String()),
  identifiedBy: IdentifiedBy,
  decidedAt: Instant,
  /** The id of the receipt of the approval that was taken back. */
  withdraws: nullable(Id),
  /** The hash of the receipt before it in its project; 64 zeros in the first. */
  previousHash: Sha256,
  /** See `hashReceipt`. */
  hash: Sha256,
  /** Stands outside the hash. Null only when the receipt was changed in the database before receipts were signed. */
  signature: nullable(Signature),
})

/** The public keys: a JSON Web Key Set (RFC 7517, RFC 8037), the one that signs first. */
export interface KeySet {
  keys: { kty: 'OKP'; crv: 'Ed25519'; use: 'sig'; kid: string; x: string }[]
}

export const get = endpoint({
  method: 'GET',
  url: '/receipts/:id',
  config: { access: 'either' },
  schema: { summary: 'A receipt', params: Type.Object({ id: Id }), response: { 200: Receipt } },
})

export const newest = endpoint({
  method: 'GET',
  url: '/receipts/:id/newest',
  config: { access: 'either' },
  schema: {
    summary: 'The newest receipt of the same project',
    params: Type.Object({ id: Id }),
    response: { 200: Receipt },
  },
})

export const withdrawal = endpoint({
  method: 'GET',
  url: '/receipts/:id/withdrawal',
  config: { access: 'either' },
  schema: {
    summary: 'The later receipt by which this approval was taken back',
    params: Type.Object({ id: Id }),
    response: {
      /** Null while the approval stands. */
      200: Type.Object({ receipt: nullable(Receipt) }),
    },
  },
})

export const pdf = endpoint({
  method: 'GET',
  url: '/receipts/:id/pdf',
  config: { access: 'either', answers: 'application/pdf' },
  schema: {
    summary: 'A receipt as a PDF, with pictures of the files and the receipt itself attached',
    params: Type.Object({ id: Id }),
    response: { 200: Type.Unsafe<Blob>({ type: 'string', format: 'binary' }) },
  },
})

export const ofProject = endpoint({
  method: 'GET',
  url: '/projects/:id/receipts',
  config: { access: 'either' },
  schema: {
    summary: 'The receipts of a project, newest first',
    params: Type.Object({ id: Id }),
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Receipt) },
  },
})

export const all = endpoint({
  method: 'GET',
  url: '/receipts',
  config: { access: 'either' },
  schema: {
    summary:
      'All your receipts, or those of one client or project, newest first; also of projects in the bin',
    querystring: StrictObject({ ...paging, clientId: Type.Optional(Id), projectId: Type.Optional(Id) }),
    response: { 200: Type.Array(Receipt) },
  },
})
