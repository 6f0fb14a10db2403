import type { requests } from '@portico/contract'
import { useForm } from '../../app/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DisabledInPreview } from '../preview/DisabledInPreview.tsx'
import { answerRequest } from './change-requests.queries.ts'
import { FileAnswer } from './FileAnswer.tsx'
import { LinkIcon } from './LinkIcon.tsx'
import { unableText } from './request-text.ts'
import { SendGathered } from './SendGathered.tsx'
import { hasUnsentFiles, type Sending } from './sending.ts'
import { TextAnswer } from './TextAnswer.tsx'
import { UnableAnswer } from './UnableAnswer.tsx'

interface Props {
  request: requests.Request
  /** The freelancer's first name. */
  name: string
  /** The id of the heading with the title of the request. */
  labelledBy: string
  isPrimary: boolean
  sending: Sending
  onAskElse: () => void
  onSent?: () => void
}

/** Answers with a file, a text, or that there is nothing to give. A half-written text is stored as a draft. */
export function AnswerForm(props: Props) {
  const { request, name, labelledBy, isPrimary, sending, onAskElse, onSent } = props
  const { id, kind, state, answers, stagedCount } = request
  const { uploads, queue } = sending
  const hasFiles = stagedCount > 0 || hasUnsentFiles(queue, id)
  const ownText = answers.find(({ authorType }) => authorType === 'Client')?.text ?? ''
  const form = useForm({
    draft: `client.request.${id}`,
    saved: { text: ownText, comment: '', unable: '' as requests.Unable | '' },
    // The same answer again, to a request that was sent back.
    maySendUntouched: true,
    // With the mutation, because the answered request takes the form away.
    mutation: {
      ...answerRequest(id, name),
      onSuccess: (_answered, { text }: requests.NewAnswer) => {
        if (text && hasFiles) uploads.sendStaged(id)
        onSent?.()
      },
    },
    input: ({ text, comment, unable }, _changes, was): requests.NewAnswer => ({
      ...(unable ? { unable, ...(comment.trim() && { comment }) } : { text }),
      was: { text: (was.text ?? ownText) || null },
    }),
    fallback: 'Your answer was not sent',
  })
  const { unable } = form.values

  if (unable) {
    return (
      <UnableAnswer
        form={form}
        label={unableText[unable]}
        name={name}
        onCancel={() => form.change({ unable: '' })}
      />
    )
  }
  return (
    <DisabledInPreview>
      {kind === 'text' && state !== 'accepted' && (
        <TextAnswer
          form={form}
          labelledBy={labelledBy}
          submit={`Send to ${name}`}
          isPrimary={isPrimary}
          onSendFiles={hasFiles ? () => uploads.sendStaged(id) : undefined}
        />
      )}
      <FileAnswer request={request} sending={sending} />
      <SendGathered
        request={request}
        name={name}
        isPrimary={isPrimary}
        // The button under the text sends both.
        hasButton={kind === 'file' || state === 'accepted'}
        sending={sending}
      />
      {form.problem && <Notice danger>{form.problem}</Notice>}
      {state !== 'accepted' && (
        <div className="answer-form__unable">
          <Button look="quiet" size="sm" onClick={() => form.change({ unable: 'missing' })}>
            {unableText.missing}
          </Button>
          <Button look="quiet" size="sm" onClick={() => form.change({ unable: 'unneeded' })}>
            {unableText.unneeded}
          </Button>
          <Button look="quiet" size="sm" aria-haspopup="dialog" onClick={onAskElse}>
            <LinkIcon />
            Ask somebody else
          </Button>
        </div>
      )}
    </DisabledInPreview>
  )
}
