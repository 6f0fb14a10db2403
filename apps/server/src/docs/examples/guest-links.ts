import { guestLinks } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, LATER_DAY, MADE, MAYA, MENU, NOW, OPEN_REQUEST } from './sample-data.ts'

const { title, details, kind } = OPEN_REQUEST

const LINK = {
  id: MADE.guestLink,
  note: 'For Sam',
  mailedTo: null,
  madeBy: 'client' as const,
  maker: MAYA.firstName,
  makerId: MAYA.id,
  createdAt: NOW,
  expiresAt: NOW,
  worksUntil: LATER_DAY,
  uses: 0,
  lastUsedAt: null,
}

export const guestLinkExamples = [
  callExample(guestLinks.add, {
    description: `The address is in this response alone. It works for ${guestLinks.LINK_DAYS} days, and for ${guestLinks.MAX_USES} files and texts. With an \`email\` it is mailed there too, unless a limit or an address that is not confirmed forbids it, which \`emailStatus\` says.`,
    request: {
      params: { id: OPEN_REQUEST.id },
      body: { note: 'For Sam', message: 'The one with the new sign, please.' },
    },
    response: {
      id: MADE.guestLink,
      url: `https://portico.example/give/${MADE.giveToken}`,
      emailStatus: 'none',
    },
    errors: ['REQUEST_NOT_FOUND', 'ARCHIVED', 'REQUEST_ACCEPTED', 'TOO_MANY_LINKS'],
  }),
  callExample(guestLinks.list, {
    description: 'Links that ran out are listed too; revoked ones are gone.',
    request: { params: { id: OPEN_REQUEST.id } },
    response: [LINK],
    errors: ['REQUEST_NOT_FOUND'],
  }),
  callExample(guestLinks.ofProject, {
    description: 'Only those that work.',
    request: { params: { id: MENU.id } },
    response: [{ ...LINK, request: { id: OPEN_REQUEST.id, title } }],
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(guestLinks.remove, {
    request: { params: { id: OPEN_REQUEST.id, linkId: MADE.guestLink } },
    errors: ['REQUEST_NOT_FOUND', 'LINK_NOT_FOUND', 'ARCHIVED'],
  }),
  callExample(guestLinks.open, {
    request: { params: { token: MADE.giveToken } },
    response: {
      freelancer: ADA.name,
      company: ADA.company,
      maker: MAYA.firstName,
      madeBy: 'client',
      message: null,
      business: MAYA.company,
      ...{ title, details, kind, expiresAt: NOW, worksUntil: LATER_DAY },
    },
    errors: ['LINK_NOT_WORKING', 'TOO_MANY_REQUESTS'],
  }),
  callExample(guestLinks.give, {
    description:
      'A text as JSON. Files as `multipart/form-data` with `name` and one `file` or several (a form with one may have a `clientUploadId` before it, under which it can be sent again); large ones by tus at `/api/give/{token}/tus`, with `name`, `filename` and `filetype` in `Upload-Metadata`.',
    request: { params: { token: MADE.giveToken }, body: { name: 'Sam', text: 'Tuesday to Saturday.' } },
    response: { name: 'Sam', fileNames: [] },
    errors: [
      'LINK_NOT_WORKING',
      'TOO_MANY_REQUESTS',
      'TOO_MANY_UNFINISHED_UPLOADS',
      'FILE_TOO_LARGE',
      'ACCOUNT_STORAGE_FULL',
      'NO_ROOM',
      'UPLOAD_ID_TAKEN',
    ],
  }),
]
