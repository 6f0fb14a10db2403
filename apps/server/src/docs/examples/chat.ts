import { chat } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { ADA, ANSWER, MADE, MAYA, NOW, QUESTION } from './sample-data.ts'

const { id, firstName, lastName, company } = MAYA
const state = {
  lastNumber: 2,
  peerHere: false,
  peerLastSeenAt: NOW,
  silence: null,
  peerSilence: null,
  clientMayWriteUntil: null,
}
const lastMessage = {
  id: ANSWER.id,
  preview: ANSWER.content,
  senderId: ANSWER.senderId,
  senderName: ANSWER.senderName,
  senderType: ANSWER.senderType,
  createdAt: NOW,
}

export const chatExamples = [
  callExample(chat.listConversations, {
    description:
      'Contains every client, also those without messages. Archived clients are listed with `archived` only.',
    response: [
      {
        client: { id, firstName, lastName, company },
        lastMessage,
        awaitsAnswer: false,
        unread: 1,
        seen: 0,
        peerSeen: 0,
        ...state,
      },
    ],
  }),
  callExample(chat.getConversation, {
    response: { unread: 1, seen: 0, peerSeen: 0, ...state },
    errors: ['FREELANCER_NOT_FOUND'],
  }),
  callExample(chat.countUnread, { response: { unread: 1 } }),
  callExample(chat.history, {
    description: 'Whatever the plan is.',
    request: { params: { clientId: id }, querystring: { limit: 20 } },
    response: [QUESTION, ANSWER],
    errors: ['CLIENT_NOT_FOUND', 'CURSOR_NOT_KNOWN', 'ONE_CURSOR_ONLY'],
  }),
  callExample(chat.clientHistory, {
    description: 'Whatever the freelancer’s plan is.',
    request: { params: { freelancerId: ADA.id }, querystring: { after: QUESTION.id } },
    response: [ANSWER],
    errors: ['FREELANCER_NOT_FOUND', 'CURSOR_NOT_KNOWN', 'ONE_CURSOR_ONLY'],
  }),
  callExample(chat.unsubscribe, {
    description: 'Takes a form too, as mail programs send it (RFC 8058). The other side keeps its emails.',
    request: { querystring: { token: MADE.chatEmailToken } },
    response: { enabled: false },
    errors: ['UNSUBSCRIBE_NOT_VALID'],
  }),
]
