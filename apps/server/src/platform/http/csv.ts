/** Spreadsheets need a byte order mark to read a file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** RFC 4180. */
export function csvRow(cells: (string | number | null)[]) {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** An apostrophe keeps a spreadsheet from running the text as a formula. */
function csvCell(value: string | number | null) {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const isFormula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text)
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}
