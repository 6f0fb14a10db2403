import { files } from '@portico/contract'
import { documented } from '../documented.ts'
import { fileUrlOf, LOGO, MADE, MENU } from './world.ts'

/** Stands for the file itself: a form names the file to send. */
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
  'FILE_TOO_LARGE',
  'ACCOUNT_STORAGE_FULL',
  'NO_ROOM',
  'STORAGE_NOT_READY',
] as const

export const fileExamples = [
  documented(files.upload, {
    about:
      '`file` and `projectId` may come in either order. The file is read as it arrives, so it may be as large as `GET /api/files/limits` says; what breaks off leaves nothing behind. Larger files on bad lines go better resumably: see “Large files”.',
    asks: { body: { projectId: MENU.id, file } },
    answers: uploaded,
    fails: toStore,
  }),
  documented(files.uploadAsClient, {
    asks: { body: { projectId: MENU.id, file } },
    answers: { ...uploaded, uploader: 'Maya Whitcombe', uploaderType: 'Client' },
    fails: toStore,
  }),
  documented(files.list, {
    asks: { params: { id: MENU.id }, querystring: { limit: 20 } },
    answers: [LOGO],
    fails: ['PROJECT_NOT_FOUND'],
  }),
  documented(files.get, { asks: { params: { id: LOGO.id } }, answers: LOGO, fails: ['FILE_NOT_FOUND'] }),
  documented(files.remove, {
    about: 'A client can delete what the client has uploaded, a freelancer every file of their projects.',
    asks: { params: { id: LOGO.id } },
    fails: ['FILE_NOT_FOUND', 'NOT_YOUR_FILE'],
  }),
  documented(files.zip, {
    about:
      'Made while it is read, and as it was when the first byte left. Files that share a name are numbered.',
    asks: { params: { id: MENU.id } },
    answers: undefined as unknown as Blob,
    fails: ['PROJECT_NOT_FOUND', 'STORAGE_NOT_READY'],
  }),
  documented(files.zipLink, {
    asks: { params: { id: MENU.id } },
    answers: { zipUrl: fileUrlOf(`project/${MENU.id}/zip`) },
    fails: ['PROJECT_NOT_FOUND'],
  }),
  documented(files.limits, { answers: { maxUploadBytes: 1_073_741_824 } }),
]
