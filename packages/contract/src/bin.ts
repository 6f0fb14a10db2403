import * as Type from 'typebox'
import { Id, Instant, nullable, paging, StrictObject } from './common.ts'
import { endpoint } from './endpoint.ts'
import { UploaderType } from './files.ts'
import { Contents } from './projects.ts'

/** How many days a deleted project or file can be restored. */
export const BIN_DAYS = 30

export type Kind = Type.Static<typeof Kind>
export const Kind = Type.Enum(['project', 'file'])

export type BinItem = Type.Static<typeof BinItem>
export const BinItem = Type.Object({
  kind: Kind,
  /** The id of the project or file. */
  id: Id,
  /** The project's title or the file's name. */
  name: Type.String(),
  /** The version number, if the file has or had other versions. */
  version: nullable(Type.Integer()),
  /** How many versions of a file come back with it: all that were deleted at once. Null for a project. */
  versions: nullable(Type.Integer()),
  /** A file's project; the project itself otherwise. */
  project: Type.Object({
    id: Id,
    title: Type.String(),
    /** A file can be restored only after its project. */
    inBin: Type.Boolean(),
  }),
  client: Type.Object({ id: Id, firstName: Type.String(), lastName: Type.String() }),
  deletedAt: Instant,
  deletedBy: UploaderType,
  /** Who of them. */
  deletedById: Id,
  deletedByName: Type.String(),
  /** When it is deleted for good. */
  leavesAt: Instant,
  /** In bytes; of a project, all its files together. */
  size: Type.Integer(),
  /** Whether one of these versions is approved, or the project has receipts. */
  approved: Type.Boolean(),
  /** The contents of a project; null for a file. */
  contents: nullable(Contents),
})

const Item = Type.Object({ kind: Kind, id: Id })

export const list = endpoint({
  method: 'GET',
  url: '/bin',
  config: { access: 'freelancer' },
  schema: {
    summary: 'The deleted projects and files that can be restored, the last deleted first',
    querystring: StrictObject(paging),
    response: { 200: Type.Array(BinItem) },
  },
})

export type Restored = Type.Static<typeof Restored>
export const Restored = Type.Object({ kind: Kind, id: Id, projectId: Id })

export const restore = endpoint({
  method: 'POST',
  url: '/bin/:kind/:id/restore',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Bring a deleted project or file back as it was',
    params: Item,
    response: { 200: Restored },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/bin/:kind/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Delete a project or file in the bin for good, at once',
    params: Item,
    response: { 204: Type.Null() },
  },
})
