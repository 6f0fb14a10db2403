import { chat } from '@portico/contract'
import { documented } from '../documented.ts'
import { ADA, ANSWER, MADE, MAYA, NOW, QUESTION } from './world.ts'

const { id, firstName, lastName, company } = MAYA
const state = { lastNumber: 2, peerHere: false, peerLastSeenAt: NOW, silence: null }
const lastMessage = {
  id: ANSWER.id,
  preview: ANSWER.content,
  senderType: ANSWER.senderType,
  createdAt: NOW,
}

export const chatExamples = [
  documented(chat.listConversations, {
    about: 'Whoever the freelancer works for is in it, those too to whom nothing was said yet.',
    answers: [
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
  documented(chat.getConversation, {
    answers: { unread: 1, seen: 0, peerSeen: 0, ...state },
    fails: ['FREELANCER_NOT_FOUND'],
  }),
  documented(chat.countUnread, { answers: { unread: 1 } }),
  documented(chat.history, {
    about: 'Whatever the plan is.',
    asks: { params: { clientId: id }, querystring: { limit: 20 } },
    answers: [QUESTION, ANSWER],
    fails: ['CLIENT_NOT_FOUND', 'CURSOR_NOT_KNOWN', 'ONE_CURSOR_ONLY'],
  }),
  documented(chat.clientHistory, {
    about: 'Whatever the freelancer’s plan is.',
    asks: { params: { freelancerId: ADA.id }, querystring: { after: QUESTION.id } },
    answers: [ANSWER],
    fails: ['FREELANCER_NOT_FOUND', 'CURSOR_NOT_KNOWN', 'ONE_CURSOR_ONLY'],
  }),
  documented(chat.getMailPreference, { answers: { enabled: true } }),
  documented(chat.setMailPreference, { asks: { body: { enabled: false } }, answers: { enabled: false } }),
  documented(chat.unsubscribe, {
    about: 'Takes a form too, as mail programs send it (RFC 8058). The other side keeps its emails.',
    asks: { querystring: { token: MADE.unsubscribeToken } },
    answers: { enabled: false },
    fails: ['UNSUBSCRIBE_NOT_VALID'],
  }),
]
