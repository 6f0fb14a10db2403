import type { chat } from '@portico/contract'

/** A message as the API answers it. */
export function aMessage(part: Partial<chat.Message> = {}): chat.Message {
  return {
    id: 'm1',
    clientMessageId: null,
    number: 1,
    content: 'Hello',
    files: [],
    clientId: 'c1',
    senderId: 'f1',
    senderName: 'Ada Marsh',
    receiverId: 'c1',
    senderType: 'Freelancer',
    receiverType: 'Client',
    createdAt: '2026-11-21T09:30:00.000Z',
    ...part,
  }
}
