import type { notes } from '@portico/contract'
import { BYTE_ORDER_MARK, csvRow } from '../../platform/http/csv.ts'

export interface ExportFormat {
  head: (fileName: string) => string
  note: (note: notes.Note) => string
}

const COLUMNS = [
  'Number',
  'State',
  'Version',
  'Page',
  'X',
  'Y',
  'Seconds',
  'Author',
  'Written',
  'Note',
  'Declined because',
  'Replies',
]

export const asCsv: ExportFormat = {
  head: () => BYTE_ORDER_MARK + csvRow(COLUMNS),
  note: ({ number, state, version, page, x, y, t, author, createdAt, text, reason, replies }) =>
    csvRow([
      number,
      state,
      version,
      page,
      x,
      y,
      t,
      author,
      createdAt,
      text,
      reason,
      replies.map((reply) => `${reply.author}: ${reply.text}`).join('\n'),
    ]),
}

export const asText: ExportFormat = {
  head: (fileName) => `Notes on ${fileName}\n`,
  note: (note) => {
    const { number, version, page, t, author, createdAt, text, state, reason, replies } = note
    const about = [
      `${createdAt.slice(0, 16).replace('T', ' ')} UTC`,
      `version ${version}`,
      page !== null && `page ${page}`,
      t !== null && `at ${t} s`,
      state,
    ]
    return [
      `\n${number}. ${author} (${about.filter(Boolean).join(', ')})`,
      indent(text),
      ...(reason === null ? [] : [indent(`Declined: ${reason}`)]),
      ...replies.map((reply) => indent(`${reply.author}: ${reply.text}`)),
      '',
    ].join('\n')
  },
}

const indent = (text: string) => text.replace(/^/gm, '   ')
