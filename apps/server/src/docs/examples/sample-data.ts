import type {
  chat,
  clients,
  feedback,
  files,
  notes,
  projects,
  receipts,
  requests,
  reviews,
  sections,
  teamNotes,
} from '@portico/contract'

/** One freelancer, one client and one project for all examples. */
export const ADA = {
  id: '01980f5e-4c3a-7d21-9b6f-3a7c1e5d8f04',
  name: 'Ada Marsh',
  email: 'ada@marsh.example',
  password: 'correct horse battery',
  company: 'Marsh Design',
  timeZone: 'Europe/London',
}

/** Another member of her workspace. */
export const SAM = { id: '01980f5e-4c3a-7d21-9b6f-3a7c1e5d8f05', name: 'Sam Reed' }

export const NOW = '2026-11-20T09:30:00.000Z'
/** 30 days after `NOW`. */
export const LATER_INSTANT = '2026-12-20T09:30:00.000Z'
/** The day of that. */
export const LATER_DAY = '2026-12-20'
/** The day of `NOW`. */
export const TODAY = '2026-11-20'
export const DUE = '2026-12-18'
export const LATER_DUE = '2027-01-15'

export const MAYA: clients.Client = {
  id: '01980f61-0b7e-7c55-8d13-90e2c4b6a718',
  firstName: 'Maya',
  lastName: 'Whitcombe',
  email: 'maya@northwind.example',
  company: 'Northwind Bakery',
  createdAt: NOW,
  archivedAt: null,
}

/** The project as lists show it. */
export const MENU: projects.Project = {
  id: '01980f6a-9d02-7e4b-a1c8-5f7d3b2e6094',
  title: 'Spring menu',
  description: 'Two sizes, allergen marks and a takeaway version.',
  status: 'In Progress',
  dueDate: DUE,
  completion: null,
  overdue: false,
  timeZone: ADA.timeZone,
  createdAt: NOW,
  archivedAt: null,
  turn: null,
  turnReason: null,
  turnSince: null,
  turnNote: null,
  waiting: [],
  Client: { id: MAYA.id, firstName: MAYA.firstName, lastName: MAYA.lastName, email: MAYA.email },
}

/** The same project as it is shown alone. */
export const WHOLE_MENU = {
  ...MENU,
  waited: {
    freelancer: { days: 0, turns: 2 },
    client: { days: 0, turns: 0 },
    nobody: { days: 0 },
    sinceDueDate: 0,
  },
  requests: { open: 0, answered: 0 },
} satisfies projects.Project

export const REPLY: feedback.Reply = {
  id: '01980f75-2b3c-7d4e-9f5a-6b7c8d9e0f10',
  message: 'Then it goes to print like this.',
  author: ADA.name,
  authorId: ADA.id,
  authorType: 'Freelancer',
  createdAt: NOW,
  editedAt: null,
  editableSeconds: 600,
}

export const FEEDBACK: feedback.Feedback = {
  id: '01980f74-7c1d-7a62-8e95-2b4d6f8091a3',
  projectId: MENU.id,
  message: 'The takeaway version reads well from two metres.',
  createdAt: NOW,
  editedAt: null,
  editableSeconds: 0,
  Client: { id: MAYA.id, firstName: MAYA.firstName, lastName: MAYA.lastName },
  replies: [REPLY],
}

export const NEW_FEEDBACK: feedback.Feedback = {
  ...FEEDBACK,
  id: '01980f76-1a2b-7c3d-8e4f-5a6b7c8d9e20',
  message: 'Could the rye loaf come first?',
  editableSeconds: 600,
  replies: [],
}

export const QUESTION: chat.Message = {
  id: '01980f7a-2b3c-7d4e-9f5a-6b7c00000001',
  number: 1,
  content: 'Is the 3 mm of bleed in the file already?',
  files: [],
  clientId: MAYA.id,
  senderId: MAYA.id,
  senderName: `${MAYA.firstName} ${MAYA.lastName}`,
  receiverId: ADA.id,
  senderType: 'Client',
  receiverType: 'Freelancer',
  clientMessageId: 'b1f7c2',
  createdAt: NOW,
}

export const ANSWER: chat.Message = {
  id: '01980f7a-2b3c-7d4e-9f5a-6b7c00000002',
  number: 2,
  content: 'It is. The crop marks are on their own layer.',
  files: [],
  clientId: MAYA.id,
  senderId: ADA.id,
  senderName: ADA.name,
  receiverId: MAYA.id,
  senderType: 'Freelancer',
  receiverType: 'Client',
  clientMessageId: null,
  createdAt: NOW,
}

const LOGO_ID = '01980f78-0a1b-7c2d-8e3f-4a5b6c7d8e9f'

export const LOGO: files.File = {
  id: LOGO_ID,
  fileName: 'Logo.ai',
  fileUrl: fileUrlOf(LOGO_ID),
  thumbnailUrl: null,
  isThumbnailByUploader: false,
  uploader: ADA.name,
  uploaderId: ADA.id,
  uploaderType: 'Freelancer',
  size: 8,
  contentType: 'application/octet-stream',
  createdAt: NOW,
  version: 1,
  versions: 1,
  sectionId: null,
  waitingNotes: { freelancer: 0, client: 0 },
  review: null,
}

/** A review of Menu.pdf, a file like the logo. */
export const REVIEW: reviews.Review = {
  id: '01980f79-6a01-7b2c-8d3e-4f5a6b7c8d01',
  projectId: MENU.id,
  fileId: '01980f79-6a02-7b2c-8d3e-4f5a6b7c8d02',
  fileName: 'Menu.pdf',
  version: 1,
  size: 8,
  round: 1,
  state: 'open',
  message: 'May this go to print?',
  askedBy: { id: ADA.id, name: ADA.name },
  dueDate: DUE,
  overdue: false,
  needsCode: false,
  createdAt: NOW,
  group: null,
  decision: null,
}

/** A review that is decided with a code. */
export const CODED_REVIEW: reviews.Review = {
  ...REVIEW,
  id: '01980f79-6a03-7b2c-8d3e-4f5a6b7c8d03',
  fileId: '01980f79-6a04-7b2c-8d3e-4f5a6b7c8d04',
  fileName: 'Contract.pdf',
  message: null,
  dueDate: null,
  needsCode: true,
}

/** The receipt of an approval. */
export const RECEIPT: receipts.Receipt = {
  id: '01980f79-6a05-7b2c-8d3e-4f5a6b7c8d05',
  number: 1,
  project: MENU.title,
  client: { name: `${MAYA.firstName} ${MAYA.lastName}`, email: MAYA.email },
  file: {
    name: 'Takeaway.pdf',
    version: 1,
    size: 8,
    sha256: '74159cfc6950b7cef5e73052e7e49884e217593b7d2cb37816e1697b32463e04',
  },
  decision: 'approved',
  comment: 'Reads well. Go ahead.',
  identifiedBy: 'mailed_link',
  decidedAt: NOW,
  withdraws: null,
  previousHash: '0'.repeat(64),
  hash: 'ad468bd8cb79ee2aa1e19796eacd42a6dba284ed790a150ecbd9317dd0dd1946',
  signature: {
    keyId: 'UKZBlTJmDlhEEFq-hRBOJRNdIoZrY4VFJSMc8v1cjyo',
    value: '8OCIndy2XOonRJ1LQ0tGd6DARziz8jhxHIrmGReNujaIbNiIUOZxS-Ap48w6N96PN4cqP8qEdGSbM6IuGEM1Dg',
  },
}

export const APPROVED_REVIEW: reviews.Review = {
  ...CODED_REVIEW,
  id: '01980f79-6a06-7b2c-8d3e-4f5a6b7c8d06',
  fileId: '01980f79-6a07-7b2c-8d3e-4f5a6b7c8d07',
  fileName: RECEIPT.file.name,
  needsCode: false,
  state: 'approved',
  decision: {
    decision: 'approved',
    comment: RECEIPT.comment,
    decidedBy: RECEIPT.client.name,
    decidedAt: NOW,
    receiptId: RECEIPT.id,
    undoSeconds: 600,
  },
}

export const NOTE: notes.Note = {
  id: '01980f7d-1a2b-7c3d-8e4f-5a6b7c8d9e01',
  fileId: LOGO_ID,
  version: 1,
  number: 1,
  text: 'The ear of wheat could be a little larger.',
  author: `${MAYA.firstName} ${MAYA.lastName}`,
  authorId: MAYA.id,
  authorType: 'Client',
  createdAt: NOW,
  editedAt: null,
  editableSeconds: 0,
  page: 1,
  x: 0.5,
  y: 0.125,
  t: null,
  state: 'open',
  reason: null,
  declinedBy: null,
  settledAt: null,
  replies: [
    {
      id: '01980f7d-2b3c-7d4e-8f5a-6b7c8d9e0f12',
      text: 'By a tenth, or more?',
      author: ADA.name,
      authorId: ADA.id,
      authorType: 'Freelancer',
      createdAt: NOW,
    },
  ],
}

export const OWN_NOTE: notes.Note = {
  ...NOTE,
  id: '01980f7d-3c4d-7e5f-8a6b-7c8d9e0f1a23',
  number: 2,
  text: 'On white paper only.',
  author: ADA.name,
  authorId: ADA.id,
  authorType: 'Freelancer',
  editableSeconds: 600,
  page: null,
  x: null,
  y: null,
  replies: [],
}

/** A request without an answer. */
export const OPEN_REQUEST: requests.Request = {
  id: '01980f7e-1a2b-7c3d-8e4f-5a6b7c8d9e01',
  projectId: MENU.id,
  title: 'Opening hours from March',
  details: null,
  kind: 'text',
  dueDate: null,
  overdue: false,
  position: 1,
  state: 'open',
  stateSince: NOW,
  sentBack: false,
  reason: null,
  createdAt: NOW,
  remindedAt: null,
  answers: [],
  files: [],
  stagedCount: 0,
  stagedFiles: [],
}

export const ANSWERED_REQUEST: requests.Request = {
  ...OPEN_REQUEST,
  id: '01980f7e-2b3c-7d4e-8f5a-6b7c8d9e0f12',
  title: 'Allergens of the new cakes',
  position: 2,
  state: 'answered',
  answers: [
    {
      id: '01980f7e-3c4d-7e5f-8a6b-7c8d9e0f1a23',
      text: 'Gluten and milk in all of them, nuts in the frangipane.',
      unable: null,
      comment: null,
      author: `${MAYA.firstName} ${MAYA.lastName}`,
      authorType: 'Client',
      answeredAt: NOW,
    },
  ],
}

/** A file that the freelancer has deleted. */
export const BINNED = { id: '01980f78-5c6d-7e8f-9a0b-1c2d3e4f5a6b', fileName: 'Logo, first try.ai', size: 8 }

export function fileUrlOf(what: string) {
  return `https://portico.example/api/files/${what}/content?until=1795167000&signature=the-43-characters-of-a-signature-of-a-files`
}

/** Values that the server creates differently each time. */
export const MADE = {
  session: '01980f5e-4c3b-7a90-b2d4-6c8e0f1a2b3c',
  otherSession: '01980f5d-1e2f-7b34-9a56-7c8d9e0f1a2b',
  client: '01980f70-3c4d-7e5f-8a6b-9c0d1e2f3a4b',
  contact: '01980f71-3c4d-7e5f-8a6b-9c0d1e2f3a4b',
  project: '01980f72-5e6f-7a8b-9c0d-1e2f3a4b5c6d',
  file: '01980f79-1b2c-7d3e-8f4a-5b6c7d8e9fa0',
  feedback: '01980f76-8f90-7a1b-8c2d-3e4f5a6b7c8d',
  reply: '01980f77-0a1b-7c2d-8e3f-4a5b6c7d8e30',
  note: '01980f7d-4d5e-7f6a-8b7c-8d9e0f1a2b34',
  noteReply: '01980f7d-5e6f-7a7b-8c8d-9e0f1a2b3c45',
  upload: '01980f7b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
  review: '01980f7b-2d3e-7f4a-8b5c-6d7e8f9a0b11',
  request: '01980f7e-4d5e-7f6a-8b7c-8d9e0f1a2b34',
  otherRequest: '01980f7e-5e6f-7a7b-8c8d-9e0f1a2b3c45',
  answer: '01980f7e-6f7a-7b8c-8d9e-0f1a2b3c4d56',
  receipt: '01980f7b-2d3e-7f4a-8b5c-6d7e8f9a0b12',
  deletion: '01980f7b-3e4f-7a5b-8c6d-7e8f9a0b1c2d',
  notification: '01980f7c-2d3e-7f4a-9b5c-6d7e8f9a0b1c',
  sessionToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiZnJlZWxhbmNlciJ9.c2lnbmF0dXJl',
  clientToken: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiY2xpZW50In0.c2lnbmF0dXJl',
  guestLink: '01980f7e-7a8b-7c9d-8e0f-4d5e6f7a8b9c',
  member: '01980f81-3c4d-7e5f-8a6b-9c0d1e2f3a4b',
  teamNote: '01980f83-3c4d-7e5f-8a6b-9c0d1e2f3a4b',
  invitation: '01980f82-3c4d-7e5f-8a6b-9c0d1e2f3a4b',
  invitationToken: 'the-43-characters-of-an-invitation-to-work',
  giveToken: 'the-43-characters-of-a-token-for-a-guest-xx',
  calendarToken: 'the-43-characters-of-a-token-for-a-calendar',
  loginLink: '01980f70-4d5e-7f6a-8b7c-9d0e1f2a3b4c',
  linkToken: 'the-43-characters-at-the-end-of-a-login-lnk',
  emailToken: 'the-token-at-the-end-of-an-email-of-portico',
  chatEmailToken: 'the-token-at-the-end-of-an-email-of-the-chat',
  confirmationToken: 'the-43-characters-at-the-end-of-a-confirm-lk',
  emailChangeToken: 'the-43-characters-at-the-end-of-a-change-lnk',
  emailUndoToken: 'the-43-characters-at-the-end-of-an-undo-link',
  resetToken: 'the-43-characters-at-the-end-of-a-reset-lnk',
  passkey: '01980f81-3c4d-7e5f-8a6b-9c0d1e2f3a4b',
  challenge: 'the-43-characters-of-one-step-of-some-login',
  rememberToken: 'the-43-characters-of-a-remembered-browser-x',
}

export const TEAM_NOTE: teamNotes.TeamNote = {
  id: '01980f83-2c3d-7e4f-8a5b-9c0d1e2f3a4b',
  text: 'The reprint is not in the price.',
  mentions: [],
  author: ADA.name,
  authorId: ADA.id,
  createdAt: NOW,
  editedAt: null,
}

/** An authenticator app that is set up. */
export const APP = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Portico%20%28portico.example%29:ada%40marsh.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Portico%20%28portico.example%29',
  code: '492039',
}
/** What server and browser say to each other about a passkey, shortened. */
export const PASSKEY = {
  request: {
    rpId: 'portico.example',
    challenge: 'X6Gz9Hc0qK1vWm3nBt5yR7uJ2eS4dF8gA0lPiOkVxZc',
    timeout: 60_000,
    userVerification: 'required' as const,
  },
  creation: {
    rp: { name: 'Portico', id: 'portico.example' },
    user: { id: 'MDE5ODBmNWU', name: ADA.email, displayName: ADA.name },
    challenge: 'X6Gz9Hc0qK1vWm3nBt5yR7uJ2eS4dF8gA0lPiOkVxZc',
    pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  },
  answer: { id: 'KEDetxZcUfinhVi6Za5nZQ', rawId: 'KEDetxZcUfinhVi6Za5nZQ', type: 'public-key' },
}
export const RECOVERY_CODES = [
  ...['7kq4-m2xd', 'p9vt-3hcn', 'w6rj-8sfa', '2bzy-k5ge', 'h4nu-t7qp'],
  ...['x3mc-9wvd', 'f8ks-2jra', 'q5ty-6bhn', 'm7ge-4zxu', 'c2pw-8kvj'],
]

export const loginUrl = `https://portico.example/client-login?token=${MADE.linkToken}`

/** A browser that has subscribed, and the server's key. */
export const PUSH = {
  publicKey: 'BNFKwwOXEoIWUDmF8n0IjPmbUiF8pt7iD9SXUv8de3C0vo8LaiTahAMYfRonWdjOFU57VpLk1T5c88tnpQRCaZE',
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/OyyGjHabiLxXQb3CjuoqYdX2RzHc15ZG',
  keys: {
    p256dh: 'BMBnpKVN8aztMnX8N3P7ngSdYBht63nWgLSS6gPX5XMNYTm0-r6-dkjAhMze_RLSd9aIbQMqo51jQl71JsK1rOY',
    auth: 'aHb3UeQH_BPxUXES9geQrA',
  },
}

/** A PNG of 8 by 8 pixels. */
export const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEWqMzM4LuFKAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NgoA4AAABIAAH/myMhAAAAAElFTkSuQmCC'

export const SECTION: sections.Section = {
  id: '01980f80-1b2c-7d3e-8f4a-5b6c7d8e9fb1',
  name: 'Drafts',
  files: 0,
}
