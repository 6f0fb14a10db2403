import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import {
  formatFileSize,
  RECEIPT_TITLE,
  type ReceiptFact,
  type receipts,
  receiptText,
} from '@portico/contract'

export interface ReceiptPdf {
  receipt: receipts.Receipt
  /** The receipt that takes it back. */
  withdrawal: receipts.Receipt | null
  freelancer: { name: string; company: string | null }
  /** In which times are written. */
  timeZone: string
  publicUrl: string
  pictures: ReceiptPicture[]
}

export interface ReceiptPicture {
  sha256: string
  /** JPEG. */
  bytes: Buffer
  /** It was made in the uploader's browser, so it may show something else. */
  isByUploader: boolean
}

/** The alphabets that Inter has here, each in a file of its own as the web has them. */
const ALPHABETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese']
const MARGIN = 50
const NAME_WIDTH = 100
const PICTURE_HEIGHT = 150
const INK = '#1c1917'
const MUTED = '#6b645b'
const RED = '#9f1d1d'
/** Stands for a letter that none of the fonts has. */
const UNKNOWN = '?'

/** Says what the page of the receipt says, with pictures of the files. The receipt itself is attached, so that it can be checked. */
export async function writeReceiptPdf({ receipt, withdrawal, freelancer, ...about }: ReceiptPdf) {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), loadFonts()])
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'en-GB',
    info: {
      Title: `${RECEIPT_TITLE}, ${receipt.project}`,
      Author: freelancer.name,
      CreationDate: new Date(receipt.decidedAt),
    },
  })
  for (const { name, bytes } of fonts) document.registerFont(name, bytes)
  const written = buffer(document)
  const width = document.page.width - 2 * MARGIN
  let hasUnknown = false

  /** Text of any alphabets, from `left` in a column of this width. */
  function write(text: string, { left = 0, bold = false, size = 10, color = INK } = {}) {
    const runs = splitByFont(text, fonts, bold)
    hasUnknown ||= runs.some(({ isUnknown }) => isUnknown)
    document.fillColor(color).fontSize(size)
    document.x = MARGIN + left
    for (const [index, run] of runs.entries())
      document.font(run.font).text(run.text, { width: width - left, continued: index < runs.length - 1 })
  }

  function writeFact({ name, value, kind }: ReceiptFact) {
    ensureRoom(30)
    const { page, y: top } = document
    write(name, { color: MUTED })
    const afterName = document.y
    document.y = top
    write(kind === 'quote' ? `${receipt.client.name}: “${value}”` : value, {
      left: NAME_WIDTH,
      bold: kind === 'decision',
      size: kind === 'code' ? 8 : 10,
    })
    // A long value may have begun a new page.
    document.y = (document.page === page ? Math.max(document.y, afterName) : document.y) + 3
  }

  function ensureRoom(height: number) {
    if (document.y + height > document.page.height - MARGIN) document.addPage()
  }

  function drawPicture(sha256: string) {
    const picture = about.pictures.find((one) => one.sha256 === sha256)
    if (!picture) return
    ensureRoom(PICTURE_HEIGHT + 20)
    document.image(picture.bytes, MARGIN + NAME_WIDTH, document.y + 4, {
      fit: [width - NAME_WIDTH, PICTURE_HEIGHT],
    })
    document.y += PICTURE_HEIGHT + 10
    if (picture.isByUploader)
      write('Preview made by the uploader’s browser.', { left: NAME_WIDTH, size: 8, color: MUTED })
  }

  const formats = formatsIn(about.timeZone)
  write(freelancer.company ? `${freelancer.name}, ${freelancer.company}` : freelancer.name, {
    bold: true,
    size: 12,
  })
  document.moveDown(1)
  write(RECEIPT_TITLE, { bold: true, size: 20 })
  document.moveDown(0.5)
  if (withdrawal) {
    const at = formats.formatDateTime(withdrawal.decidedAt)
    write(
      `Taken back. ${withdrawal.client.name} took this approval back on ${at}. Receipt ${withdrawal.number} says so.`,
      { bold: true, size: 11, color: RED },
    )
    document.moveDown(0.5)
  }
  const { lead, sections } = receiptText(receipt, { ...formats, formatFileSize })
  write(lead, { size: 11 })
  for (const { heading, facts } of sections) {
    ensureRoom(60)
    document.moveDown(1)
    write(heading, { bold: true, size: 12 })
    document.moveDown(0.3)
    for (const fact of facts) writeFact(fact)
    const hash = facts.find(({ name }) => name === 'SHA-256')
    if (hash) drawPicture(hash.value)
  }
  ensureRoom(50)
  document.moveDown(1)
  write(
    `Anybody can check this receipt, and whether a file is the approved one, at ${about.publicUrl}/verify. The receipt to check is attached to this document.`,
    { size: 9, color: MUTED },
  )
  if (hasUnknown)
    write(`Some letters cannot be written here and stand as ${UNKNOWN}. The attached receipt has them.`, {
      size: 9,
      color: MUTED,
    })
  document.file(Buffer.from(`${JSON.stringify(receipt, null, 2)}\n`), {
    name: `receipt-${receipt.number}.json`,
    type: 'application/json',
    creationDate: new Date(receipt.decidedAt),
    modifiedDate: new Date(receipt.decidedAt),
  })
  document.end()
  return written
}

interface Font {
  name: string
  bytes: Buffer
  characters: Set<number>
}

let loading: Promise<Font[]> | undefined
const loadFonts = () => (loading ??= readFonts())

/** The bold one first: it has one alphabet, and what it lacks is written in the others. */
async function readFonts(): Promise<Font[]> {
  const { create } = await import('fontkit')
  const files = ['latin-600', ...ALPHABETS.map((name) => `${name}-400`)]
  return Promise.all(
    files.map(async (name) => {
      const bytes = await readFile(new URL(`fonts/inter-${name}.ttf`, import.meta.url))
      const font = create(bytes)
      return { name, bytes, characters: new Set('characterSet' in font ? font.characterSet : []) }
    }),
  )
}

interface Run {
  font: string
  text: string
  isUnknown: boolean
}

/** Pieces of a text, each with the first font that has all its letters. */
function splitByFont(text: string, [boldFont, ...fonts]: Font[], bold: boolean) {
  const candidates = [...(bold && boldFont ? [boldFont] : []), ...fonts]
  const [fallback] = candidates
  const runs: Run[] = []
  for (const character of text.replace(/\s/g, ' ')) {
    const found = candidates.find(({ characters }) => characters.has(character.codePointAt(0) ?? 0))
    const run = {
      font: (found ?? fallback)?.name ?? '',
      text: found ? character : UNKNOWN,
      isUnknown: !found,
    }
    const last = runs.at(-1)
    if (last?.font === run.font)
      Object.assign(last, { text: last.text + run.text, isUnknown: last.isUnknown || run.isUnknown })
    else runs.push(run)
  }
  return runs
}

function formatsIn(timeZone: string) {
  const write = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-GB', { ...style, timeZone })
    return (instant: string) => format.format(new Date(instant))
  }
  return {
    formatInstant: write({ dateStyle: 'long', timeStyle: 'long' }),
    formatDateTime: write({ dateStyle: 'long', timeStyle: 'short' }),
  }
}
