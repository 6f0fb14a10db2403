import { createMessageSender } from '../src/features/chat/timeline/messages.service.ts'
import { markSeen } from '../src/features/chat/timeline/read-state.service.ts'
import type { ClientUser, Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'

interface DemoMessage {
  minutesAgo: number
  by: 'freelancer' | 'client'
  content: string
}

/** By the client's first name, oldest message first. */
const conversations: Record<string, { unread?: boolean; messages: DemoMessage[] } | undefined> = {
  Priya: {
    messages: [
      { minutesAgo: 4_330, by: 'freelancer', content: 'The photographer can come on Monday at nine.' },
      { minutesAgo: 4_310, by: 'client', content: 'Thanks, speak on Monday.' },
    ],
  },
  Tom: {
    unread: true,
    messages: [
      { minutesAgo: 190, by: 'freelancer', content: 'Twelve pages it is. Do you have the guest list?' },
      { minutesAgo: 62, by: 'client', content: 'I do, two versions even.' },
      { minutesAgo: 61, by: 'client', content: 'Which of the two shall I send?' },
    ],
  },
  Maya: {
    messages: [
      {
        minutesAgo: 1_500,
        by: 'client',
        content: 'The printer asks for 3 mm of bleed on the takeaway version.',
      },
      { minutesAgo: 1_499, by: 'client', content: 'Is that in the file already?' },
      {
        minutesAgo: 1_488,
        by: 'freelancer',
        content: 'It is. The crop marks are on their own layer, so they can switch them off.',
      },
      { minutesAgo: 50, by: 'freelancer', content: 'Third proof is in the files: menu-proof-03.pdf' },
      { minutesAgo: 39, by: 'client', content: 'Lovely. The rye loaf should come before the sourdough.' },
      {
        minutesAgo: 36,
        by: 'freelancer',
        content: 'Of course. I will move it and send a third proof this morning.',
      },
    ],
  },
}

/** With `unread`, the client's messages stay unread for the freelancer. */
export async function sendMessages(
  ctx: AppContext,
  freelancer: Freelancer,
  client: ClientUser,
  firstName: string,
) {
  const { messages: spoken, unread = false } = conversations[firstName] ?? { messages: [] }
  for (const { minutesAgo, by, content } of spoken) {
    const at = new Date(ctx.clock.now().getTime() - minutesAgo * 60_000)
    const send = createMessageSender({ ...ctx, clock: { now: () => at } })
    const [from, to] = by === 'client' ? [client, freelancer] : [freelancer, client]
    const sides = by === 'client' ? (['Client', 'Freelancer'] as const) : (['Freelancer', 'Client'] as const)
    const [senderType, receiverType] = sides
    const { message } = await send(from, {
      content,
      senderId: from.personId,
      receiverId: to.personId,
      senderType,
      receiverType,
    })
    const waits = unread && by === 'client'
    for (const reader of waits ? [from] : [from, to])
      await markSeen(ctx, reader, {
        peerId: reader === from ? to.personId : from.personId,
        number: message.number,
      })
  }
}
