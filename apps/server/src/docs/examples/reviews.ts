import { receipts, reviews } from '@portico/contract'
import { callExample } from '../call-example.ts'
import {
  APPROVED_REVIEW,
  CODED_REVIEW,
  DUE,
  LOGO,
  MADE,
  MAYA,
  MENU,
  NOW,
  RECEIPT,
  REVIEW,
} from './sample-data.ts'

export const reviewExamples = [
  callExample(reviews.ask, {
    description:
      'Of a file one review can be open at a time. A new version replaces it, and deleting the version withdraws it.',
    request: {
      params: { id: LOGO.id },
      body: { message: 'May this go to print?', dueDate: DUE, needsCode: false },
    },
    response: { ...REVIEW, id: MADE.review, fileId: LOGO.id, fileName: LOGO.fileName },
    errors: ['FILE_NOT_FOUND', 'ARCHIVED', 'REVIEW_OPEN', 'NOTES_OPEN', 'NEWER_VERSION'],
  }),
  callExample(reviews.askTogether, {
    description:
      'One question about several files: the client sees them on one page, decides on each (`each`) or chooses one (`one`), and gets one receipt. A new version of one of them replaces its part; of a choice, all of it. All files are asked about or none.',
    request: {
      params: { id: MENU.id },
      body: { fileIds: [LOGO.id], kind: 'each', message: 'May this go to print?', dueDate: DUE },
    },
    response: {
      id: MADE.review,
      projectId: MENU.id,
      kind: 'each',
      reviews: [{ ...REVIEW, id: MADE.review, fileId: LOGO.id, fileName: LOGO.fileName }],
    },
    errors: ['PROJECT_NOT_FOUND', 'FILE_NOT_FOUND', 'ARCHIVED', 'REVIEW_OPEN', 'NOTES_OPEN', 'NEWER_VERSION'],
  }),
  callExample(reviews.group, {
    description: 'A review that was asked for alone is a group of its own.',
    request: { params: { id: REVIEW.id } },
    response: { id: REVIEW.id, projectId: MENU.id, kind: 'each', reviews: [REVIEW] },
    errors: ['REVIEW_NOT_FOUND'],
  }),
  callExample(reviews.ofFile, {
    description: 'Asked for by the id of any version.',
    request: { params: { id: REVIEW.fileId }, querystring: { limit: 20 } },
    response: [REVIEW],
    errors: ['FILE_NOT_FOUND'],
  }),
  callExample(reviews.waiting, {
    request: { params: { id: MENU.id }, querystring: { limit: 20 } },
    response: [CODED_REVIEW, REVIEW],
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(reviews.withdraw, {
    request: { params: { id: REVIEW.id } },
    errors: ['REVIEW_NOT_FOUND', 'ARCHIVED', 'REVIEW_NOT_OPEN'],
  }),
  callExample(reviews.decide, {
    description:
      'Changes need a comment, or an open note of the client’s. An approval writes a receipt. Of two decisions at once, one is refused with 409. Where `needsCode` is true, a code that was mailed to the client goes with an approval, not with changes: when the freelancer asked for one, and once in a session of a login link that the freelancer has seen.',
    request: { params: { id: REVIEW.id }, body: { decision: 'approved', comment: 'Go ahead.' } },
    response: {
      ...REVIEW,
      state: 'approved',
      decision: {
        decision: 'approved',
        comment: 'Go ahead.',
        decidedBy: 'Maya Whitcombe',
        decidedAt: NOW,
        receiptId: MADE.receipt,
        undoSeconds: 600,
      },
    },
    errors: [
      'REVIEW_NOT_FOUND',
      'ARCHIVED',
      'REVIEW_NOT_OPEN',
      'DECIDED_TOGETHER',
      'CODE_NEEDED',
      'CODE_WRONG',
    ],
  }),
  callExample(reviews.decideTogether, {
    description:
      'Nothing counts before all is sent: every open review of the group needs a decision, or for a choice `chosen`. When one of them was replaced, deleted or decided meanwhile, nothing is decided. The receipt names all files with what was decided on each.',
    request: {
      params: { id: REVIEW.id },
      body: { decisions: [{ reviewId: REVIEW.id, decision: 'approved', comment: 'Go ahead.' }] },
    },
    response: {
      id: REVIEW.id,
      projectId: MENU.id,
      kind: 'each',
      reviews: [
        {
          ...REVIEW,
          state: 'approved',
          decision: {
            decision: 'approved',
            comment: 'Go ahead.',
            decidedBy: 'Maya Whitcombe',
            decidedAt: NOW,
            receiptId: MADE.receipt,
            undoSeconds: 600,
          },
        },
      ],
    },
    errors: ['REVIEW_NOT_FOUND', 'ARCHIVED', 'REVIEW_NOT_OPEN', 'GROUP_CHANGED', 'CODE_NEEDED', 'CODE_WRONG'],
  }),
  callExample(reviews.undoDecision, {
    description:
      'Needs no code in the session that approved, nor for changes. The review is open again; when there is a newer version by then, it is `replaced`. Of an approval that is taken back, both receipts stay: the second says so.',
    request: { params: { id: APPROVED_REVIEW.id }, querystring: {} },
    errors: ['REVIEW_NOT_FOUND', 'ARCHIVED', 'TOO_LATE_TO_UNDO', 'CODE_NEEDED', 'CODE_WRONG'],
  }),
  callExample(reviews.sendCode, {
    description:
      'Ends the code before it. A code can be tried five times. It ends when the client gets another address, and when their access is reset.',
    request: { params: { id: CODED_REVIEW.id } },
    response: { email: RECEIPT.client.email, emailStatus: 'queued' },
    errors: ['REVIEW_NOT_FOUND', 'ARCHIVED', 'REVIEW_NOT_OPEN'],
  }),
]

export const receiptExamples = [
  callExample(receipts.get, {
    request: { params: { id: RECEIPT.id } },
    response: RECEIPT,
    errors: ['RECEIPT_NOT_FOUND'],
  }),
  callExample(receipts.newest, {
    description: 'Whether later receipts follow one that somebody has: `number` counts in the project.',
    request: { params: { id: RECEIPT.id } },
    response: RECEIPT,
    errors: ['RECEIPT_NOT_FOUND'],
  }),
  callExample(receipts.withdrawal, {
    description: 'Whether an approval still stands.',
    request: { params: { id: RECEIPT.id } },
    response: { receipt: null },
    errors: ['RECEIPT_NOT_FOUND'],
  }),
  callExample(receipts.pdf, {
    description:
      'Says what the page of the receipt says, in the time zone of the freelancer. Thumbnails are shown while their files are there. Letters beyond Latin, Greek, Cyrillic and Vietnamese stand as a question mark; the attached receipt has them.',
    request: { params: { id: RECEIPT.id } },
    response: undefined as unknown as Blob,
    errors: ['RECEIPT_NOT_FOUND'],
  }),
  callExample(receipts.ofProject, {
    request: { params: { id: MENU.id }, querystring: { limit: 20 } },
    response: [RECEIPT],
    errors: ['PROJECT_NOT_FOUND'],
  }),
  callExample(receipts.all, {
    request: { querystring: { limit: 20, clientId: MAYA.id } },
    response: [RECEIPT],
  }),
]
