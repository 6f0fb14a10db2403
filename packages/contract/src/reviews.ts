import * as Type from 'typebox'
import { Day, EmailStatus, Id, Instant, nullable, paging, StrictObject, Text } from './common.ts'
import { endpoint } from './endpoint.ts'
import { durationInWords } from './format-duration.ts'

/** How long the client may take a decision back. */
export const UNDO_SECONDS = 600
/** How long a mailed code is, how long it works, and how often it may be tried. */
export const CODE_DIGITS = 6
export const CODE_SECONDS = 600
export const CODE_TRIES = 5

export type Decision = Type.Static<typeof Decision>
export const Decision = Type.Enum(['approved', 'changes_requested'])

/** What came of a review that was decided. */
export type Outcome = Type.Static<typeof Outcome>
export const Outcome = Type.Enum(['approved', 'changes_requested', 'not_chosen'])

export type ReviewState = Type.Static<typeof ReviewState>
/**
 * `not_chosen`: the client chose another file of its group. `replaced`: a newer version was uploaded before anybody decided, of a
 * choice to any of its files.
 */
export const ReviewState = Type.Enum([
  'open',
  'approved',
  'changes_requested',
  'not_chosen',
  'withdrawn',
  'replaced',
])

/** How many files can be asked about together. */
export const MAX_GROUP_SIZE = 50

/** Whether each file of a group is approved by itself, or one of them is chosen. */
export type GroupKind = Type.Static<typeof GroupKind>
export const GroupKind = Type.Enum(['each', 'one'])

/** The newest review of one version, as lists of files show it. */
export type VersionReview = Type.Static<typeof VersionReview>
export const VersionReview = Type.Object({
  id: Id,
  round: Type.Integer(),
  state: ReviewState,
  dueDate: nullable(Day),
})

export type Review = Type.Static<typeof Review>
export const Review = Type.Object({
  id: Id,
  projectId: Id,
  /** The version that it is about, with its name and size (in bytes) as they were when it was asked for. */
  fileId: Id,
  fileName: Type.String(),
  version: Type.Integer(),
  size: Type.Integer(),
  /** Counts the reviews of a file: 1, 2, 3 … */
  round: Type.Integer(),
  state: ReviewState,
  message: nullable(Type.String()),
  /** The member who asked. */
  askedBy: Type.Object({ id: Id, name: Type.String() }),
  dueDate: nullable(Day),
  /** Open and past its due date in the freelancer's time zone. */
  overdue: Type.Boolean(),
  /**
   * For the freelancer: they asked for a code that is mailed to the client. For the client: this session needs one, to approve
   * or to take the approval back.
   */
  needsCode: Type.Boolean(),
  createdAt: Instant,
  /** Of a review that was asked for together with others; else null. */
  group: nullable(
    Type.Object({
      id: Id,
      kind: GroupKind,
      /** How many files were asked about. */
      count: Type.Integer(),
    }),
  ),
  /** Null while nobody has decided, and once the decision is taken back. */
  decision: nullable(
    Type.Object({
      decision: Outcome,
      comment: nullable(Type.String()),
      /** The name of the person who decided. */
      decidedBy: Type.String(),
      decidedAt: Instant,
      /** The receipt of an approval, which names all files of its group. */
      receiptId: nullable(Id),
      /** For how long the client may still take it back. 0 once there is a newer review. */
      undoSeconds: Type.Integer(),
    }),
  ),
})

const params = Type.Object({ id: Id })

export type NewReview = Type.Static<typeof NewReview>
export const NewReview = StrictObject({
  message: Type.Optional(Text),
  dueDate: Type.Optional(nullable(Day)),
  needsCode: Type.Optional(Type.Boolean()),
})

export const ask = endpoint({
  method: 'POST',
  url: '/files/:id/review',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Ask the client whether the newest version of a file may be used',
    params,
    body: NewReview,
    response: { 201: Review },
  },
})

export type ReviewGroup = Type.Static<typeof ReviewGroup>
export const ReviewGroup = Type.Object({
  id: Id,
  projectId: Id,
  kind: GroupKind,
  /** One for each file, in the order in which they were named. */
  reviews: Type.Array(Review),
})

export type NewGroup = Type.Static<typeof NewGroup>
export const NewGroup = StrictObject({
  /** The newest versions of different files of the project. */
  fileIds: Type.Array(Id, { minItems: 1, maxItems: MAX_GROUP_SIZE, uniqueItems: true }),
  kind: GroupKind,
  ...NewReview.properties,
})

export const askTogether = endpoint({
  method: 'POST',
  url: '/projects/:id/reviews',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Ask the client about several files at once: to approve each, or to choose one',
    params,
    body: NewGroup,
    response: { 201: ReviewGroup },
  },
})

export const group = endpoint({
  method: 'GET',
  url: '/reviews/:id/group',
  config: { access: 'either' },
  schema: {
    summary: 'The reviews that were asked for together with this one, itself included',
    params,
    response: { 200: ReviewGroup },
  },
})

export const ofFile = endpoint({
  method: 'GET',
  url: '/files/:id/reviews',
  config: { access: 'either' },
  schema: {
    summary: 'The reviews of all versions of a file, newest first',
    params,
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Review) },
  },
})

export const waiting = endpoint({
  method: 'GET',
  url: '/projects/:id/reviews',
  config: { access: 'either' },
  schema: {
    summary: 'What waits on a project: open reviews, and files that the client wants changed',
    params,
    querystring: StrictObject(paging),
    response: { 200: Type.Array(Review) },
  },
})

export const withdraw = endpoint({
  method: 'DELETE',
  url: '/reviews/:id',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Withdraw an open review, with all of its group',
    params,
    response: { 204: Type.Null() },
  },
})

export const Code = Type.String({ maxLength: 20, format: 'storable' })

export type NewDecision = Type.Static<typeof NewDecision>
export const NewDecision = StrictObject({
  decision: Decision,
  comment: Type.Optional(Text),
  /** Six digits, where this session needs them to approve. */
  code: Type.Optional(Code),
})

export const decide = endpoint({
  method: 'PUT',
  url: '/reviews/:id/decision',
  config: { access: 'client' },
  schema: {
    summary: 'Approve the version, or ask for changes',
    params,
    body: NewDecision,
    response: { 200: Review },
  },
})

export type GroupDecision = Type.Static<typeof GroupDecision>
export const GroupDecision = Type.Object(
  {
    /** Of a group whose kind is `each`: one for every review that is open. */
    decisions: Type.Optional(
      Type.Array(StrictObject({ reviewId: Id, decision: Decision, comment: Type.Optional(Text) }), {
        minItems: 1,
        maxItems: MAX_GROUP_SIZE,
      }),
    ),
    /** Of a choice: the review whose file is chosen; null for none of them, which needs a comment. */
    chosen: Type.Optional(nullable(Id)),
    comment: Type.Optional(Text),
    /** Six digits, where this session needs them to approve. */
    code: Type.Optional(Code),
  },
  { additionalProperties: false, minProperties: 1 },
)

export const decideTogether = endpoint({
  method: 'PUT',
  url: '/reviews/:id/group/decision',
  config: { access: 'client' },
  schema: {
    summary: 'Decide on all files of a group at once',
    params,
    body: GroupDecision,
    response: { 200: ReviewGroup },
  },
})

export const undoDecision = endpoint({
  method: 'DELETE',
  url: '/reviews/:id/decision',
  config: { access: 'client' },
  schema: {
    summary: `Take a decision back, on all files of a group, for ${durationInWords(UNDO_SECONDS)} while there is no newer review`,
    params,
    querystring: StrictObject({
      /** Six digits, where another session has approved and this one needs them. */
      code: Type.Optional(Code),
    }),
    response: { 204: Type.Null() },
  },
})

export const sendCode = endpoint({
  method: 'POST',
  url: '/reviews/:id/code',
  config: { access: 'client' },
  schema: {
    summary: `Have a code of six digits mailed to your address, which works for ${durationInWords(CODE_SECONDS)}`,
    params,
    response: { 200: Type.Object({ email: Type.String(), emailStatus: EmailStatus }) },
  },
})
