import { plural } from '@portico/contract'
import type { ApiError } from '../../app/api.ts'

interface Props {
  text: string
  resultCount: number
  isAnswered: boolean
  error: ApiError | null
}

/** Announces the number of results to screen readers. Visible when nothing was found or the request failed. */
export function PaletteStatus({ text, resultCount, isAnswered, error }: Props) {
  if (text && error) {
    return (
      <p className="palette__message" role="status">
        {failureText(error)}
      </p>
    )
  }
  const isEmpty = text !== '' && isAnswered && resultCount === 0
  return (
    <p className={isEmpty ? 'palette__message' : 'vh'} role="status">
      {isEmpty && `Nothing with “${text}”.`}
      {text && isAnswered && resultCount > 0 && plural(resultCount, 'result')}
    </p>
  )
}

function failureText({ status, message }: ApiError) {
  if (status === 0) return 'We could not reach the server. Only what is loaded already was searched.'
  if (status === 429) return 'That was a lot of searching at once. Your results appear in a moment.'
  return message || 'The search failed.'
}
