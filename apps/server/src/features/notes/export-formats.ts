import type { notes } from '@portico/contract'

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

/** Spreadsheets need a byte order mark to read a file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180. */
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

function csvRow(cells: (string | number | null)[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** An apostrophe keeps a spreadsheet from running the text as a formula. */
function csvCell(value: string | number | null) {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const isFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text)
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}
