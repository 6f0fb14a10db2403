import { chat } from '@portico/contract'
import { Link } from 'react-router'
import { OWNER_CHANGES_PLAN, usePlansLink } from '../../billing/use-plans-link.ts'
import { useAnswerDay } from './use-answer-day.ts'

interface Props {
  state: chat.ConversationState
  client: { firstName: string }
}

/** Says who cannot write at the moment, why, and what helps. */
export function FreelancerChatNote({ state, client: { firstName } }: Props) {
  const plans = usePlansLink()
  const answerDay = useAnswerDay(state.clientMayWriteUntil)
  if (state.silence === 'ARCHIVED') return <p>This conversation is archived. You can read everything.</p>
  if (state.silence)
    return (
      <>
        <p>
          Live chat comes with Pro and Enterprise. What was said stays here. {!plans && OWNER_CHANGES_PLAN}
        </p>
        {plans && (
          <Link className="btn btn--secondary btn--sm" to={plans}>
            Change plan
          </Link>
        )}
      </>
    )
  const name = <bdi>{firstName}</bdi>
  if (state.peerSilence)
    return (
      <p>
        {name} cannot write here now, because no project is ongoing. After a message from you, {name} can
        answer for {chat.ANSWER_DAYS} days.
      </p>
    )
  if (answerDay)
    return (
      <p>
        No project is ongoing. {name} can answer until {answerDay}.
      </p>
    )
  return null
}
