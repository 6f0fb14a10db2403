import type { chat } from '@portico/contract'
import { MailLink } from '../../../ui/MailLink.tsx'
import { useAnswerDay } from './use-answer-day.ts'

interface Props {
  state: chat.ConversationState
  freelancer: { name: string; email: string }
}

/** What holds for the client at this moment. It never says what the freelancer pays for. */
export function ClientChatNote({ state, freelancer: { name, email } }: Props) {
  const answerDay = useAnswerDay(state.clientMayWriteUntil)
  if (state.silence === 'ARCHIVED') return <p>This conversation is archived. You can read everything.</p>
  if (state.silence)
    return (
      <p>
        Messages are closed now. You can reach <bdi>{name}</bdi> at <MailLink email={email} />.
      </p>
    )
  return answerDay ? <p>No project is ongoing now. You can still answer until {answerDay}.</p> : null
}
