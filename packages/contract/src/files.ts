import * as Type from 'typebox'
import { Id, Instant, nullable, paging, StrictObject, Text, UUID_PATTERN } from './common.ts'
import { endpoint } from './endpoint.ts'
import { VersionReview } from './reviews.ts'
import { Section } from './sections.ts'

export type UploaderType = Type.Static<typeof UploaderType>
/** A guest was asked by one of the two sides to answer a request (guest-links.ts). */
export const UploaderType = Type.Enum(['Freelancer', 'Client', 'Guest'])

export type File = Type.Static<typeof File>
export const File = Type.Object({
  id: Id,
  /** Without folders, at most 200 characters and 200 bytes of UTF-8 with extension. */
  fileName: Type.String(),
  /**
   * Works for 15 minutes without an Authorization header. `get` returns a fresh one. With `&download=1` it is always a
   * download.
   */
  fileUrl: Type.String(),
  /** The same for the thumbnail of an image; null when there is none (yet). */
  thumbnailUrl: nullable(Type.String()),
  /** The thumbnail of a PDF or video: it was made in the uploader's browser, and nobody has compared it with the file. */
  isThumbnailByUploader: Type.Boolean(),
  /** The uploader's name. */
  uploader: Type.String(),
  /** Null for a guest. */
  uploaderId: nullable(Id),
  uploaderType: UploaderType,
  /** In bytes. */
  size: Type.Integer(),
  contentType: Type.String(),
  createdAt: Instant,
  /** Counts 1, 2, 3 …; the number of a deleted version is not given again. */
  version: Type.Integer(),
  /** How many versions of the file there are. */
  versions: Type.Integer(),
  /** Null for a file in no section. */
  sectionId: nullable(Id),
  /** Open notes that wait for each side, on all versions. Only the newest version has them. */
  waitingNotes: Type.Object({ freelancer: Type.Integer(), client: Type.Integer() }),
  /** The newest review of this version; null without any. */
  review: nullable(VersionReview),
})

export type FileInProject = Type.Static<typeof FileInProject>
export const FileInProject = Type.Object({
  ...File.properties,
  project: Type.Object({ id: Id, title: Type.String(), archivedAt: nullable(Instant) }),
})

/** Browsers show these types. All others are downloads. */
const INLINE_TYPES =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|heic|tiff)|application\/pdf|text\/plain|audio\/.+|video\/.+)$/

export function isShownInline({ contentType }: Pick<File, 'contentType'>) {
  return INLINE_TYPES.test(contentType)
}

/** In bytes. The web app sends larger files resumably. */
export const RESUMABLE_FROM_BYTES = 8 * 1_024 * 1_024

/**
 * Where resumable uploads go, beneath /api: tus 1.0.0, with the session in the `Authorization` header of every request
 * and `projectId`, `filename`, `filetype` and, if wished, `versionOf`, `clientUploadId`, a freelancer's `sectionId`, and a
 * client's `requestId` and `staged` in `Upload-Metadata`. The answer that completes an upload is a 204 with the id of the new file in `X-File-Id`.
 */
export const RESUMABLE_URL = '/files/tus'

/**
 * Idempotency key: the sender's own id of an upload, unique among their uploads to the project. An upload that is sent
 * again under the same id is stored once, and gets the same answer.
 */
export const ClientUploadId = Type.String({ format: 'words', maxLength: 100 })

const uploadFields = {
  projectId: Id,
  file: Type.Unsafe<Blob>({ type: 'string', format: 'binary' }),
  /** Any version of the file whose newest version this upload becomes. */
  versionOf: Type.Optional(Id),
  clientUploadId: Type.Optional(ClientUploadId),
}
const Upload = StrictObject({
  ...uploadFields,
  /** A section of the project, for a new file. */
  sectionId: Type.Optional(Id),
})
const UploadAsClient = StrictObject({
  ...uploadFields,
  /** A request of the project, which this file answers. */
  requestId: Type.Optional(Id),
  /** Gathered for the request, and its answer when all are sent (`requests.sendStaged`). Until then only the client sees it. */
  staged: Type.Optional(Type.Boolean()),
})
const Bytes = Type.Unsafe<Blob>({ type: 'string', format: 'binary' })
const whenBlank = 'Please select a file to upload.'
export const NAME_MISSING = 'Please enter a name for the file.'

export const upload = endpoint({
  method: 'POST',
  url: '/files/upload',
  config: { access: 'freelancer', whenBlank, sends: 'multipart/form-data' },
  schema: { summary: 'Upload a file to a project', body: Upload, response: { 201: File } },
})

export const uploadAsClient = endpoint({
  method: 'POST',
  url: '/files/client/upload',
  config: { access: 'client', whenBlank, sends: 'multipart/form-data' },
  schema: {
    summary: 'Upload a file to a project made for this client',
    body: UploadAsClient,
    response: { 201: File },
  },
})

export type FileFilter = Type.Static<typeof FileFilter>
const FileFilter = StrictObject({
  ...paging,
  /** Part of a name, or words of it as in a search; `%` and `_` are taken literally. */
  search: Type.Optional(Type.String({ format: 'storable', maxLength: 200 })),
  /** By name, numbers in it are compared as numbers; by size, the largest comes first. */
  sort: Type.Optional(Type.Enum(['newest', 'name', 'size'], { default: 'newest' })),
  section: Type.Optional(Id),
  /** Only what a client or guest has uploaded, and the freelancer has moved to no section. */
  fromClient: Type.Optional(Type.Boolean()),
})

export const list = endpoint({
  method: 'GET',
  url: '/files/project/:id',
  config: { access: 'either' },
  schema: {
    summary: 'The files of a project in their newest versions, newest first',
    params: Type.Object({ id: Id }),
    querystring: FileFilter,
    response: { 200: Type.Array(File) },
  },
})

export type Summary = Type.Static<typeof Summary>
export const Summary = Type.Object({
  /** How many files there are, however many versions each has. */
  files: Type.Integer(),
  /** How many of them a client or guest has uploaded, and are in no section. */
  fromClient: Type.Integer(),
  /** In the freelancer's order. */
  sections: Type.Array(Section),
})

export const summary = endpoint({
  method: 'GET',
  url: '/files/project/:id/summary',
  config: { access: 'either' },
  schema: {
    summary: 'How many files a project has, and its sections',
    params: Type.Object({ id: Id }),
    response: { 200: Summary },
  },
})

export const get = endpoint({
  method: 'GET',
  url: '/files/:id',
  config: { access: 'either' },
  schema: {
    summary: 'A file in one of its versions, with its project and fresh links to its contents',
    params: Type.Object({ id: Id }),
    response: { 200: FileInProject },
  },
})

export type Picture = Type.Static<typeof Picture>
export const Picture = Type.Object({
  /** Pixels of the upright image. Null if the file is not an image or cannot be opened. */
  width: nullable(Type.Integer()),
  height: nullable(Type.Integer()),
  /** Pages of a TIFF, or pictures of an animation. A preview shows the first. */
  pages: nullable(Type.Integer()),
  /** Opens like `fileUrl`: a WebP of an image that is large, or that browsers do not show. Null if none is needed. */
  previewUrl: nullable(Type.String()),
})

/** Their ids fit a query. */
export const MAX_SOME_FILES = 100

export const some = endpoint({
  method: 'GET',
  url: '/files',
  config: { access: 'either' },
  schema: {
    summary: 'Those of some files that exist and can be seen, each in the version of its id',
    querystring: StrictObject({
      /** With commas between them. */
      ids: Type.String({ pattern: `^${UUID_PATTERN}(,${UUID_PATTERN}){0,${MAX_SOME_FILES - 1}}$` }),
    }),
    response: { 200: Type.Array(FileInProject) },
  },
})

export const picture = endpoint({
  method: 'GET',
  url: '/files/:id/picture',
  config: { access: 'either' },
  schema: {
    summary: 'The size of an image, and a preview of a large one',
    params: Type.Object({ id: Id }),
    response: { 200: Picture },
  },
})

export const read = endpoint({
  method: 'GET',
  url: '/files/:id/bytes',
  config: { access: 'either', answers: 'application/octet-stream' },
  schema: {
    summary: 'The contents of a file, for programs that read it in parts',
    params: Type.Object({ id: Id }),
    response: { 200: Bytes },
  },
})

export const versions = endpoint({
  method: 'GET',
  url: '/files/:id/versions',
  config: { access: 'either' },
  schema: {
    summary: 'All versions of a file, newest first',
    params: Type.Object({ id: Id }),
    querystring: StrictObject(paging),
    response: { 200: Type.Array(File) },
  },
})

export const rename = endpoint({
  method: 'PUT',
  url: '/files/:id',
  config: { access: 'either', whenBlank: NAME_MISSING },
  schema: {
    summary: 'Rename a file',
    params: Type.Object({ id: Id }),
    body: StrictObject({
      fileName: Text,
      /** The name when it was read. The change is refused if somebody else has changed it since. */
      was: Type.Optional(StrictObject({ fileName: Text })),
    }),
    response: { 200: File },
  },
})

/** Covers a thumbnail of 640 pixels many times. */
export const MAX_THUMBNAIL_BYTES = 512 * 1_024
export const NO_THUMBNAIL = 'Please send a picture.'

/** Whether the uploader's browser makes the thumbnail. Those of images are made by the server. */
export function isPicturedByUploader({ contentType }: Pick<File, 'contentType'>) {
  return contentType === 'application/pdf' || contentType.startsWith('video/')
}

export const setThumbnail = endpoint({
  method: 'PUT',
  url: '/files/:id/thumbnail',
  config: { access: 'either', whenBlank: NO_THUMBNAIL },
  schema: {
    summary:
      'Send a thumbnail of a PDF or video that one has uploaded, made from it by the program that uploads',
    params: Type.Object({ id: Id }),
    body: StrictObject({
      /** A PNG, JPEG or WebP in base64. */
      picture: Type.String({
        minLength: 1,
        maxLength: Math.ceil(MAX_THUMBNAIL_BYTES / 3) * 4,
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
      }),
    }),
    response: { 200: File },
  },
})

export const remove = endpoint({
  method: 'DELETE',
  url: '/files/:id',
  config: { access: 'either' },
  schema: {
    summary: 'Move one version of a file, or all of them at once, to the bin of the freelancer',
    params: Type.Object({ id: Id }),
    querystring: StrictObject({ versions: Type.Optional(Type.Enum(['one', 'all'])) }),
    response: { 204: Type.Null() },
  },
})

export type WhichVersions = Type.Static<typeof WhichVersions>
export const WhichVersions = Type.Enum(['newest', 'all'], { default: 'newest' })

/** Their ids fit the address of a ZIP, which a browser goes to. */
export const MAX_ZIPPED_FILES = 100

/** The query of the address of a ZIP. */
const ZipQuery = StrictObject({
  versions: Type.Optional(WhichVersions),
  /** Ids of the newest versions of files, with commas between them; all files without it. */
  only: Type.Optional(
    Type.String({ pattern: `^${UUID_PATTERN}(,${UUID_PATTERN}){0,${MAX_ZIPPED_FILES - 1}}$` }),
  ),
})

export const zip = endpoint({
  method: 'GET',
  url: '/files/project/:id/zip',
  config: { access: 'either', answers: 'application/zip' },
  schema: {
    summary: 'All files of a project, or some, as one ZIP, in their newest versions or in all',
    params: Type.Object({ id: Id }),
    querystring: ZipQuery,
    response: { 200: Bytes },
  },
})

export const zipLink = endpoint({
  method: 'GET',
  url: '/files/project/:id/zip-link',
  config: { access: 'either' },
  schema: {
    summary: 'A link to the ZIP for a browser to go to, which sends no header',
    params: Type.Object({ id: Id }),
    querystring: ZipQuery,
    response: { 200: Type.Object({ zipUrl: Type.String() }) },
  },
})

export const limits = endpoint({
  method: 'GET',
  url: '/files/limits',
  config: { access: 'either' },
  schema: {
    summary: 'How large a file may be, to be shown before an upload starts',
    response: { 200: Type.Object({ maxUploadBytes: Type.Integer() }) },
  },
})
