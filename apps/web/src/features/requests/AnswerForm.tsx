import type { requests } from '@portico/contract'
import { useMutation } from '@tanstack/react-query'
import { useDraft } from '../../app/draft.ts'
import { formErrorText } from '../../app/form-errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { answerRequest } from './change-requests.queries.ts'
import { FileAnswer } from './FileAnswer.tsx'
import { LinkIcon } from './LinkIcon.tsx'
import { unableText } from './request-text.ts'
import type { Sending } from './sending.ts'
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
  const { id, kind, answers } = request
  const ownText = answers.find(({ authorType }) => authorType === 'Client')?.text ?? ''
  const empty = { text: ownText, comment: '', unable: '' as requests.Unable | '' }
  const { draft, change, clearDraft } = useDraft(`client.request.${id}`, empty)
  const { mutate, isPending, error } = useMutation({
    ...answerRequest(id, name),
    // Passed with the mutation, because the form is unmounted by then.
    onSuccess: () => {
      clearDraft()
      onSent?.()
    },
  })
  const { text, comment, unable } = draft
  const problem = formErrorText(error, ['text', 'comment'], 'Your answer was not sent')
  const send = (answer: requests.NewAnswer) => isPending || mutate(answer)

  if (unable) {
    return (
      <UnableAnswer
        label={unableText[unable]}
        name={name}
        comment={comment}
        error={error?.fields.comment}
        problem={problem}
        isSending={isPending}
        onType={(typed) => change({ comment: typed })}
        onSend={() => send({ unable, ...(comment.trim() && { comment }) })}
        onCancel={() => change({ unable: '' })}
      />
    )
  }
  return (
    <>
      {kind === 'text' && (
        <TextAnswer
          text={text}
          labelledBy={labelledBy}
          submit={`Send to ${name}`}
          isPrimary={isPrimary}
          error={error?.fields.text}
          isSending={isPending}
          onType={(typed) => change({ text: typed })}
          onSend={() => send({ text })}
        />
      )}
      <FileAnswer request={request} sending={sending} />
      {problem && <Notice danger>{problem}</Notice>}
      <div className="answer-form__unable">
        <Button look="quiet" size="sm" onClick={() => change({ unable: 'missing' })}>
          {unableText.missing}
        </Button>
        <Button look="quiet" size="sm" onClick={() => change({ unable: 'unneeded' })}>
          {unableText.unneeded}
        </Button>
        <Button look="quiet" size="sm" aria-haspopup="dialog" onClick={onAskElse}>
          <LinkIcon />
          Ask somebody else
        </Button>
      </div>
    </>
  )
}
