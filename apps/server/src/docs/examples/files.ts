import { bin, files } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { fileUrlOf, LOGO, MADE, MAYA, MENU, RED_SQUARE } from './sample-data.ts'

/** Placeholder for the file of a form. */
const file = 'menu.pdf' as unknown as Blob

const uploaded = {
  ...LOGO,
  id: MADE.file,
  fileName: 'menu.pdf',
  fileUrl: fileUrlOf(MADE.file),
  contentType: 'application/pdf',
}
const toStore = [
  'PROJECT_NOT_FOUND',
  'FILE_NOT_FOUND',
  'ARCHIVED',
  'FILE_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_UNFINISHED_UPLOADS',
  'ACCOUNT_STORAGE_FULL',
  'NO_ROOM',
  'STORAGE_NOT_READY',
  'UPLOAD_ID_TAKEN',
] as const

export const fileExamples = [
  callExample(files.upload, {
    description:
      'The parts may come in any order. With `versionOf`, the id of any version of a file of the same project, the upload becomes its newest version; if the file is deleted meanwhile, the upload is kept as a file of its own. With `sectionId`, a new file goes to that section, or to none if it is deleted during the upload. The file is read as it arrives, so it may be as large as `GET /api/files/limits` says; what breaks off leaves nothing behind. With a `clientUploadId` of your own before the file, an upload whose answer was lost can be sent again without harm: it is stored once, and gets the same answer. Larger files on bad lines go better resumably: see “Large files”.',
    request: { body: { projectId: MENU.id, file } },
    response: uploaded,
    errors: [...toStore, 'SECTION_NOT_FOUND'],
  }),
  callExample(files.uploadAsClient, {
    description:
      'With `requestId`, the upload answers a request. Several files may answer one. With `staged` as well, the file is gathered: it answers the request when all are sent together (`POST /api/projects/{id}/requests/send`), and `DELETE /api/files/{id}` deletes it until then.',
    request: { body: { projectId: MENU.id, file } },
    response: { ...uploaded, uploader: 'Maya Whitcombe', uploaderId: MAYA.id, uploaderType: 'Client' },
    errors: [...toStore, 'REQUEST_NOT_FOUND', 'REQUEST_ACCEPTED', 'FILE_EMPTY'],
  }),
  callExample(files.list, {
    request: { params: { id: MENU.id }, querystring: { limit: 20 } },
    response: [LOGO],
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(files.summary, {
    request: { params: { id: MENU.id } },
    response: { files: 1, fromClient: 0, sections: [] },
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(files.get, {
    request: { params: { id: LOGO.id } },
    response: { ...LOGO, project: { id: MENU.id, title: MENU.title, archivedAt: null } },
    errors: ['FILE_NOT_FOUND'],
  }),
  callExample(files.some, {
    description:
      'The files of chat messages, for example: those that have been deleted since are left out, and so are those of others.',
    request: { querystring: { ids: LOGO.id } },
    response: [{ ...LOGO, project: { id: MENU.id, title: MENU.title, archivedAt: null } }],
  }),
  callExample(files.versions, {
    description: 'Asked for by the id of any version, also of a deleted one while others are left.',
    request: { params: { id: LOGO.id }, querystring: { limit: 20 } },
    response: [LOGO],
    errors: ['FILE_NOT_FOUND'],
  }),
  callExample(files.picture, {
    description: 'Found out when it is first asked for, which takes a second or two for a large image.',
    request: { params: { id: LOGO.id } },
    response: { width: null, height: null, pages: null, previewUrl: null },
    errors: ['FILE_NOT_FOUND', 'FILE_LOST', 'FILE_DAMAGED', 'STORAGE_NOT_READY'],
  }),
  callExample(files.read, {
    description:
      'Always from this origin and as unknown bytes, unlike `fileUrl`. A `Range` header is answered by 206 and that part.',
    request: { params: { id: LOGO.id } },
    response: undefined as unknown as Blob,
    errors: ['FILE_NOT_FOUND', 'FILE_LOST', 'FILE_DAMAGED', 'RANGE_NOT_SATISFIABLE', 'STORAGE_NOT_READY'],
  }),
  callExample(files.rename, {
    description:
      'Whoever may delete a file may rename it. The name is cleaned as at upload; an extension that is left out stays as it was.',
    request: { params: { id: LOGO.id }, body: { fileName: 'Logo final' } },
    response: { ...LOGO, fileName: 'Logo final.ai' },
    errors: ['CHANGED_MEANWHILE', 'FILE_NOT_FOUND', 'NOT_YOUR_FILE', 'ARCHIVED'],
  }),
  callExample(files.setThumbnail, {
    description:
      'For a PDF its first page, for a video one of its frames: Portico opens neither, so whoever uploads sends the picture after the file. It is said to be theirs wherever it is shown. The first one stays; a new version needs its own.',
    request: { params: { id: MADE.file }, body: { picture: RED_SQUARE } },
    response: {
      ...uploaded,
      thumbnailUrl: fileUrlOf(MADE.file).replace('/content', '/thumbnail'),
      isThumbnailByUploader: true,
    },
    errors: ['FILE_NOT_FOUND', 'NOT_YOUR_UPLOAD', 'NO_THUMBNAIL_NEEDED', 'ARCHIVED', 'NOT_READY'],
  }),
  callExample(files.remove, {
    description: `A client can delete what the client has uploaded, a freelancer every file of their projects. Of the versions that are left, the one with the highest number becomes the newest. The freelancer can restore it for ${bin.BIN_DAYS} days: see “Bin”.`,
    request: { params: { id: LOGO.id } },
    errors: ['FILE_NOT_FOUND', 'NOT_YOUR_FILE', 'ARCHIVED'],
  }),
  callExample(files.zip, {
    description:
      'Made while it is read, and as it was when the first byte left. Files that share a name are numbered. With `versions=all`, the names of a file with several versions say which: `logo (version 2).png`.',
    request: { params: { id: MENU.id }, querystring: { versions: 'all' } },
    response: undefined as unknown as Blob,
    errors: ['PROJECT_NOT_FOUND', 'STORAGE_NOT_READY'],
  }),
  callExample(files.zipLink, {
    request: { params: { id: MENU.id }, querystring: { versions: 'newest' } },
    response: { zipUrl: fileUrlOf(`project/${MENU.id}/zip`) },
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(files.limits, { response: { maxUploadBytes: 1_073_741_824 } }),
]
