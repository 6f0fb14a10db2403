import * as Type from 'typebox'
import { archivedPaging, Id, Instant, nullable, StrictObject, Token } from './common.ts'
import { endpoint } from './endpoint.ts'

export type Side = Type.Static<typeof Side>
export const Side = Type.Enum(['Freelancer', 'Client'])

/** Chosen by the sender. A message that is sent again with the same id is stored once, for ever. */
const ClientMessageId = Type.String({ format: 'words', maxLength: 100 })

/** How many files one message can carry. */
export const MAX_MESSAGE_FILES = 20

/**
 * A file that a message carries, as it was when the message was sent. It is an ordinary file of its project, so it may have been
 * renamed or deleted since: `files.some` has what there is now.
 */
export type MessageFile = Type.Static<typeof MessageFile>
export const MessageFile = Type.Object({
  id: Id,
  projectId: Id,
  fileName: Type.String(),
  /** In bytes. */
  size: Type.Integer(),
  contentType: Type.String(),
})

export type Message = Type.Static<typeof Message>
export const Message = Type.Object({
  id: Id,
  /** Its position in the conversation: 1, 2, 3 … without gaps, so a missing message shows. */
  number: Type.Integer(),
  /** Empty if the message has only files. */
  content: Type.String(),
  files: Type.Array(MessageFile),
  /** Whose conversation it is. */
  clientId: Id,
  /** The person who wrote it. */
  senderId: Id,
  /** The name that they have now. */
  senderName: Type.String(),
  /** The client or the workspace. */
  receiverId: Id,
  senderType: Side,
  receiverType: Side,
  clientMessageId: nullable(Type.String()),
  createdAt: Instant,
})

/** How many days a client may answer a message of the freelancer, whatever the state of the projects is. */
export const ANSWER_DAYS = 30

/** Why a side may not write now. The history stays readable. */
export type UnavailableReason = Type.Static<typeof UnavailableReason>
export const UnavailableReason = Type.Enum([
  'CHAT_NOT_IN_PLAN',
  'CHAT_NOT_AVAILABLE',
  'NO_ONGOING_PROJECT',
  'ARCHIVED',
  'LOOKS_ONLY',
])

const state = {
  /** The number of the newest message; 0 without messages. */
  lastNumber: Type.Integer(),
  /** How many messages of the other side the caller has not seen. */
  unread: Type.Integer(),
  /** The number up to which the caller, and anybody of the other side, has seen the conversation; 0 for nothing. */
  seen: Type.Integer(),
  peerSeen: Type.Integer(),
  /** Whether the other side has Portico open, and when they last had; null for never. */
  peerHere: Type.Boolean(),
  peerLastSeenAt: nullable(Instant),
  /** Why the caller may not write now, and why the other side may not. */
  silence: nullable(UnavailableReason),
  peerSilence: nullable(UnavailableReason),
  /** Without an ongoing project: when the client's time to answer ends. Null while there is no such end, and afterwards. */
  clientMayWriteUntil: nullable(Instant),
}

/** A conversation as one person sees it. */
export type ConversationState = Type.Static<typeof ConversationState>
export const ConversationState = Type.Object(state)

export type LastMessage = Type.Static<typeof LastMessage>
export const LastMessage = Type.Object({
  id: Id,
  /** The first 200 characters; of a message with only files, of their names. */
  preview: Type.String(),
  senderId: Id,
  senderName: Type.String(),
  senderType: Side,
  createdAt: Instant,
})

export type Conversation = Type.Static<typeof Conversation>
export const Conversation = Type.Object({
  client: Type.Object({
    id: Id,
    firstName: Type.String(),
    lastName: Type.String(),
    company: nullable(Type.String()),
  }),
  lastMessage: nullable(LastMessage),
  /** The newest message is the client's. */
  awaitsAnswer: Type.Boolean(),
  ...state,
})

export const listConversations = endpoint({
  method: 'GET',
  url: '/messages/conversations',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Every client with the last message: those who wait for an answer first, then the newest',
    querystring: StrictObject(archivedPaging),
    response: { 200: Type.Array(Conversation) },
  },
})

export const getConversation = endpoint({
  method: 'GET',
  url: '/messages/client/conversation',
  config: { access: 'client' },
  schema: {
    summary: 'What the conversation with the freelancer stands at',
    response: { 200: ConversationState },
  },
})

export const countUnread = endpoint({
  method: 'GET',
  url: '/messages/unread',
  config: { access: 'either' },
  schema: {
    summary: 'How many messages have not been seen, in all conversations together',
    response: { 200: Type.Object({ unread: Type.Integer() }) },
  },
})

export type HistoryQuery = Type.Static<typeof HistoryQuery>
/** The newest messages without a cursor. A cursor is the id of a message, and only one can be given. */
const HistoryQuery = StrictObject({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  before: Type.Optional(Id),
  after: Type.Optional(Id),
})

export const history = endpoint({
  method: 'GET',
  url: '/messages/history/:clientId',
  config: { access: 'freelancer' },
  schema: {
    summary: 'The messages with a client, oldest first',
    params: Type.Object({ clientId: Id }),
    querystring: HistoryQuery,
    response: { 200: Type.Array(Message) },
  },
})

export const clientHistory = endpoint({
  method: 'GET',
  url: '/messages/client/history/:freelancerId',
  config: { access: 'client' },
  schema: {
    summary: 'The messages with the freelancer, oldest first',
    params: Type.Object({ freelancerId: Id }),
    querystring: HistoryQuery,
    response: { 200: Type.Array(Message) },
  },
})

/** Called by the links in emails that were sent before `/notifications/unsubscribe` existed. */
export const unsubscribe = endpoint({
  method: 'POST',
  url: '/messages/mail/unsubscribe',
  config: { access: 'anyone' },
  schema: {
    summary: 'Have no more unread messages mailed, by the link in an email of an earlier version',
    querystring: StrictObject({ token: Token }),
    response: { 200: Type.Object({ enabled: Type.Boolean() }) },
  },
})

/** The events of a client. The user in a payload must be the user of the socket. */
export const events = {
  joinRoom: StrictObject({ userId: Id, peerId: Id }),
  sendMessage: StrictObject({
    /** May be empty if the message has files. */
    content: Type.String({ format: 'storable', maxLength: 10_000 }),
    /** Files of the client's projects that both sides can see. */
    fileIds: Type.Optional(Type.Array(Id, { maxItems: MAX_MESSAGE_FILES })),
    senderId: Id,
    receiverId: Id,
    senderType: Side,
    receiverType: Side,
    clientMessageId: Type.Optional(nullable(ClientMessageId)),
  }),
  /** Every few seconds with true while a user types; once with false when they stop without sending. */
  typing: StrictObject({ peerId: Id, typing: Type.Boolean() }),
  /** Everything up to this number, inclusive, has been on the screen. */
  markSeen: StrictObject({ peerId: Id, number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
}

export type EventName = keyof typeof events
export type Payload<Name extends EventName> = Type.Static<(typeof events)[Name]>

/** Somebody of the client, and the number up to which they have seen the conversation. */
export interface Reader {
  id: string
  name: string
  seen: number
}

/** The fields of an acknowledgement without an error. */
export interface EventResults {
  /** Who of the client reads, for the freelancer; empty for clients. */
  joinRoom: ConversationState & { readers: Reader[] }
  sendMessage: Pick<
    Message,
    'id' | 'number' | 'files' | 'createdAt' | 'clientMessageId' | 'clientId' | 'senderName'
  >
  typing: object
  markSeen: { seen: number; unread: number }
}

export interface ChatError {
  code: string
  message: string
}

export type Acknowledgement<Name extends EventName> =
  | ({ ok: true } & EventResults[Name])
  | ({ ok: false } & ChatError)

/** The optional callback is called once: after the commit, or with an error. */
export type ClientToServer = {
  [Name in EventName]: (payload: Payload<Name>, done?: (reply: Acknowledgement<Name>) => void) => void
}

/**
 * Besides these, `changed(['conversations'])` (live.ts) makes other tabs refetch lists and counts: those outside the room,
 * the other tabs of a user who has seen messages, and all after a change of plan.
 */
export interface ServerToClient {
  /** To everybody in the room, including the sender, once the message is stored. */
  newMessage(message: Message): void
  /** To the socket that sent the event, with or without a callback. */
  chatError(error: ChatError): void
  /**
   * To all other tabs of both sides. It ends after some seconds without another, or with the next message. `userId` is the
   * client or the workspace, `personId` and `name` who of them types.
   */
  typing(event: {
    clientId: string
    userId: string
    userType: Side
    personId: string
    name: string
    typing: boolean
  }): void
  /** To all tabs of the person and of the other side: somebody of `by` has seen the conversation up to this number. */
  seen(event: { clientId: string; by: Side; personId: string; name: string; number: number }): void
  /** To all tabs of the people who may chat with them. */
  presence(event: { userId: string; userType: Side; here: boolean; lastSeenAt: string | null }): void
}
