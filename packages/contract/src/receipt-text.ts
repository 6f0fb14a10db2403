import { plural } from './plural.ts'
import type { IdentifiedBy, Receipt, ReceiptFile } from './receipts.ts'

/** Text, a fingerprint or id, or what somebody has written. */
export interface ReceiptFact {
  name: string
  value: string
  kind?: 'code' | 'quote' | 'decision' | 'instant'
  /** Of a decision. */
  state?: 'approved' | 'changes_requested' | 'not_chosen' | 'withdrawn'
  /** The id of the receipt that it names. */
  receiptId?: string
}

export interface ReceiptSection {
  heading: string
  facts: ReceiptFact[]
}

interface Formats {
  /** The day and time. */
  formatDateTime(instant: string): string
  /** To the second, with the time zone. */
  formatInstant(instant: string): string
  formatFileSize(bytes: number): string
}

export const RECEIPT_TITLE = 'Receipt of approval'

/** Everything that a receipt says, the same on screen and as a PDF. */
export function receiptText(receipt: Receipt, formats: Formats) {
  const { client, number, withdraws, files = [] } = receipt
  const sections: ReceiptSection[] = [
    {
      heading: 'What was approved',
      facts: [
        { name: 'Project', value: receipt.project },
        ...(files.length > 0 ? [] : fileFacts(receipt.file, formats)),
      ],
    },
    ...files.map((file) => ({
      heading: file.name,
      facts: [
        { name: 'Decision', ...decisionFacts[file.decision], kind: 'decision' as const },
        ...fileFacts(file, formats).slice(1),
        ...(file.comment ? [{ name: 'Comment', value: file.comment, kind: 'quote' as const }] : []),
      ],
    })),
    {
      heading: 'The decision',
      facts: [
        {
          name: 'Decision',
          ...(receipt.decision === 'approved'
            ? { value: decisionOf(files), state: 'approved' as const }
            : { value: 'Approval taken back', state: 'withdrawn' as const }),
          kind: 'decision',
        },
        { name: 'By', value: `${client.name}, ${client.email}` },
        ...(receipt.comment ? [{ name: 'Comment', value: receipt.comment, kind: 'quote' as const }] : []),
        { name: 'At', value: formats.formatInstant(receipt.decidedAt), kind: 'instant' },
        { name: 'Identified by', value: identifiedByText[receipt.identifiedBy] },
      ],
    },
    {
      heading: 'This receipt',
      facts: [
        { name: 'Number', value: `${number} of this project` },
        ...(withdraws
          ? [{ name: 'Takes back', value: withdraws, kind: 'code' as const, receiptId: withdraws }]
          : []),
        number > 1
          ? { name: 'Receipt before', value: receipt.previousHash, kind: 'code' }
          : { name: 'Receipt before', value: 'None, this is the first.' },
        { name: 'Fingerprint', value: receipt.hash, kind: 'code' },
      ],
    },
  ]
  return { lead: `${leadText(receipt)} on ${formats.formatDateTime(receipt.decidedAt)}.`, sections }
}

/** The sentence about a receipt, without its time. */
export function leadText({ client, decision, file, files = [] }: Receipt) {
  const what = receiptSubject({ file, files })
  if (decision === 'withdrawn') return `${client.name} took back the approval of ${what}`
  const chosen = files.find((one) => one.decision === 'chosen')
  if (chosen)
    return `${client.name} chose version ${chosen.version} of ${chosen.name}, one of ${files.length} files,`
  return `${client.name} approved ${what}`
}

/** What was approved: version 2 of menu.pdf, or 2 of 3 files. */
export function receiptSubject({ file, files = [] }: Pick<Receipt, 'file' | 'files'>) {
  const approved = files.filter(({ decision }) => decision === 'approved').length
  if (approved === 0 || files.length < 2) return `version ${file.version} of ${file.name}`
  return approved === files.length ? plural(files.length, 'file') : `${approved} of ${files.length} files`
}

const decisionFacts = {
  approved: { value: 'Approved', state: 'approved' },
  changes_requested: { value: 'Changes requested', state: 'changes_requested' },
  chosen: { value: 'Chosen', state: 'approved' },
  not_chosen: { value: 'Not chosen', state: 'not_chosen' },
} as const satisfies Record<ReceiptFile['decision'], Pick<ReceiptFact, 'value' | 'state'>>

function decisionOf(files: readonly ReceiptFile[]) {
  if (files.some(({ decision }) => decision === 'chosen')) return 'One chosen'
  return files.some(({ decision }) => decision !== 'approved') ? 'Approved in part' : 'Approved'
}

function fileFacts(
  { name, version, size, sha256 }: Receipt['file'],
  { formatFileSize }: Formats,
): ReceiptFact[] {
  const bytes = size >= 1_024 ? ` (${size.toLocaleString('en-GB')} bytes)` : ''
  return [
    { name: 'File', value: name },
    { name: 'Version', value: String(version) },
    { name: 'Size', value: formatFileSize(size) + bytes },
    { name: 'SHA-256', value: sha256, kind: 'code' },
  ]
}

const identifiedByText: Record<IdentifiedBy, string> = {
  code: 'A code sent to their address',
  earlier_code: 'A code sent to their address, given earlier in the same session',
  mailed_link: 'A login link sent to their address',
  link: 'Their login link',
}
