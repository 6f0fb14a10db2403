import { pluralForm } from '@portico/contract'

const MAX_NUMBERS = 5

/**
 * Names the notes that are deleted with a file by their numbers, or counts them. Empty while they are unknown, or
 * without notes.
 */
export function notesText(notes: number | readonly number[] | undefined) {
  if (notes === undefined) return ''
  if (typeof notes !== 'number' && notes.length > 0 && notes.length <= MAX_NUMBERS) {
    const numbers = notes.toSorted((a, b) => a - b)
    const last = numbers.pop()
    if (numbers.length === 0) return `Note ${last} goes with it.`
    return `Notes ${numbers.join(', ')} and ${last} go with it.`
  }
  const count = typeof notes === 'number' ? notes : notes.length
  if (count === 0) return ''
  return pluralForm(count, 'Its note goes too.', `Its ${count} notes go too.`)
}

export function receiptsText(count: number, of: 'file' | 'version') {
  if (count === 0) return ''
  return count === 1
    ? `The ${of} is approved: the receipt stays.`
    : `The ${of} was approved ${count} times: the receipts stay.`
}
