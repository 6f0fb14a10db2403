import type { chat } from '@portico/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { isPreview } from '../../../app/session.ts'
import { MailLink } from '../../../ui/MailLink.tsx'
import { myProjects } from '../../projects/client-projects.queries.ts'
import { useAnswerDay } from './use-answer-day.ts'

interface Props {
  state: chat.ConversationState
  freelancer: { name: string; email: string }
}

/** Whether the client can write at the moment, and why not. Never mentions the freelancer's plan. */
export function ClientChatNote({ state, freelancer: { name, email } }: Props) {
  const answerDay = useAnswerDay(state.clientMayWriteUntil)
  const { data: projects } = useInfiniteQuery({ ...myProjects, enabled: !state.silence && !answerDay })
  if (state.silence === 'ARCHIVED') return <p>This conversation is archived. You can read everything.</p>
  if (state.silence === 'LOOKS_ONLY')
    return (
      <p>
        You can read these messages, but not write. Ask <bdi>{name}</bdi> if you need to.
      </p>
    )
  if (state.silence)
    return (
      <p>
        Messages are closed now. You can reach <bdi>{name}</bdi> at <MailLink email={email} />.
      </p>
    )
  if (isPreview()) return <p>Messages cannot be written in the preview.</p>
  if (answerDay) return <p>No project is ongoing now. You can still answer until {answerDay}.</p>
  // Beside "only for ongoing projects", an input without a word would be a contradiction.
  if (projects?.pages[0]?.items.length === 0)
    return <p>You can write already, before your first project begins.</p>
  return null
}
