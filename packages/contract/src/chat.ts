import * as Type from 'typebox'
import { Id, Instant, nullable, StrictObject, Text, Token } from './common.ts'
import { endpoint } from './endpoint.ts'

export type Side = Type.Static<typeof Side>
export const Side = Type.Enum(['Freelancer', 'Client'])

/** Its sender's own name for a message: one that is sent again under the same name is stored once, for ever. */
const ClientMessageId = Type.String({ format: 'words', maxLength: 100 })

export type Message = Type.Static<typeof Message>
export const Message = Type.Object({
  id: Id,
  /** Its place in the conversation: 1, 2, 3 … without a gap, so whoever has two neighbours has missed nothing between. */
  number: Type.Integer(),
  content: Type.String(),
  senderId: Id,
  receiverId: Id,
  senderType: Side,
  receiverType: Side,
  clientMessageId: nullable(Type.String()),
  createdAt: Instant,
})

/** Why one may not write just now. What was said stays readable. */
export type UnavailableReason = Type.Static<typeof UnavailableReason>
export const UnavailableReason = Type.Enum(['CHAT_NOT_IN_PLAN', 'CHAT_NOT_AVAILABLE', 'NO_ONGOING_PROJECT'])

const state = {
  /** The number of the newest message; 0: nothing was said yet. */
  lastNumber: Type.Integer(),
  /** Messages of the other side that the person asking has not seen. */
  unread: Type.Integer(),
  /** Up to which number either has seen the conversation; 0: nothing. */
  seen: Type.Integer(),
  peerSeen: Type.Integer(),
  /** Whether the other has Portico open, and when they last had: null for never. */
  peerHere: Type.Boolean(),
  peerLastSeenAt: nullable(Instant),
  silence: nullable(UnavailableReason),
}

/** What a conversation stands at, for one of its two. */
export type ConversationState = Type.Static<typeof ConversationState>
export const ConversationState = Type.Object(state)

export type LastMessage = Type.Static<typeof LastMessage>
export const LastMessage = Type.Object({
  id: Id,
  /** The beginning of what was said, 200 characters at most. */
  preview: Type.String(),
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
  /** The client spoke last. */
  awaitsAnswer: Type.Boolean(),
  ...state,
})

export const listConversations = endpoint({
  method: 'GET',
  url: '/messages/conversations',
  config: { access: 'freelancer' },
  schema: {
    summary: 'Every client with what was said last: those who wait for an answer first, then the newest',
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
/** Without a cursor the newest; the cursors are ids of messages, and only one of them can be given. */
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
    summary: 'What was said with a client, oldest first',
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
    summary: 'What was said with the freelancer, oldest first',
    params: Type.Object({ freelancerId: Id }),
    querystring: HistoryQuery,
    response: { 200: Type.Array(Message) },
  },
})

const MailPreference = StrictObject({
  /** Whether messages that stay unread are mailed. */
  enabled: Type.Boolean(),
})

export const getMailPreference = endpoint({
  method: 'GET',
  url: '/messages/mail',
  config: { access: 'either' },
  schema: { summary: 'Whether unread messages are mailed to you', response: { 200: MailPreference } },
})

export const setMailPreference = endpoint({
  method: 'PUT',
  url: '/messages/mail',
  config: { access: 'either' },
  schema: {
    summary: 'Have unread messages mailed to you, or not',
    body: MailPreference,
    response: { 200: MailPreference },
  },
})

/** Mail programs post here by themselves (RFC 8058), the page /chat-mail?token=… for whoever follows the link in an email. */
export const unsubscribe = endpoint({
  method: 'POST',
  url: '/messages/mail/unsubscribe',
  config: { access: 'anyone' },
  schema: {
    summary: 'Have no more unread messages mailed, by the link in an email',
    querystring: StrictObject({ token: Token }),
    response: { 200: MailPreference },
  },
})

/** What may be said over the socket. Who a payload claims to be must be who the socket is. */
export const events = {
  joinRoom: StrictObject({ userId: Id, peerId: Id }),
  sendMessage: StrictObject({
    content: Text,
    senderId: Id,
    receiverId: Id,
    senderType: Side,
    receiverType: Side,
    clientMessageId: Type.Optional(nullable(ClientMessageId)),
  }),
  /** While somebody types, every few seconds with true; once with false when they stop without sending. */
  typing: StrictObject({ peerId: Id, typing: Type.Boolean() }),
  /** Everything up to and with this number has been on the screen. */
  markSeen: StrictObject({ peerId: Id, number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
}

export type EventName = keyof typeof events
export type Payload<Name extends EventName> = Type.Static<(typeof events)[Name]>

/** What an acknowledgement brings when all went well. */
export interface EventResults {
  joinRoom: ConversationState
  sendMessage: Pick<Message, 'id' | 'number' | 'createdAt' | 'clientMessageId'>
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

/** Every event may carry a callback, which is then called once: after the commit, or with what went wrong. */
export type ClientToServer = {
  [Name in EventName]: (payload: Payload<Name>, done?: (reply: Acknowledgement<Name>) => void) => void
}

/**
 * Beside these, `changed(['conversations'])` (live.ts) tells tabs that are not in the room of a conversation, and the
 * other tabs of whoever saw something, that lists and counts are to be asked for again; so does a change of plan.
 */
export interface ServerToClient {
  /** To everybody in the room, the sender included, once it is stored. */
  newMessage(message: Message): void
  /** To the socket that asked, whether or not it wanted an acknowledgement. */
  chatError(error: ChatError): void
  /** To all tabs of the other side. It is over after some seconds without another, or with their next message. */
  typing(news: { userId: string; userType: Side; typing: boolean }): void
  /** To all tabs of both sides: this one has now seen the conversation with that client up to this number. */
  seen(news: { clientId: string; by: Side; number: number }): void
  /** To all tabs of whoever may chat with them. */
  presence(news: { userId: string; userType: Side; here: boolean; lastSeenAt: string | null }): void
}
