/** A line of text. All numbers are in points; `top` is the distance of its baseline from the top of the page. */
interface Line {
  text: string
  top: number
  size: number
  left?: number
  font?: 'Times' | 'Helvetica'
  colour?: 'ink' | 'soft' | 'accent' | 'green'
  spacing?: number
  /** Draws a rule that many points below the text. */
  rule?: number
}

const [WIDTH, HEIGHT] = [420, 595]
export const MARGIN_PT = 48
const FONTS = { Times: 'F', Helvetica: 'H' }
const COLOURS = {
  ink: '0.1 0.08 0.07',
  soft: '0.42 0.38 0.35',
  accent: '0.6 0.24 0.1',
  green: '0.25 0.4 0.24',
}

/** A5 pages in two fonts that every viewer has. */
export function renderPdf(title: string, pages: Line[][]) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${6 + 2 * page} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title ${quote(title)} >>`,
    ...pages.flatMap((lines, page) => {
      const content = lines.map(drawLine).join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F 3 0 R /H 4 0 R >> >> /Contents ${7 + 2 * page} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

function drawLine({
  text,
  top,
  size,
  left = MARGIN_PT,
  font = 'Times',
  colour = 'ink',
  spacing = 0,
  rule,
}: Line) {
  const y = HEIGHT - top
  const drawn = `BT /${FONTS[font]} ${size} Tf ${COLOURS[colour]} rg ${spacing} Tc ${left} ${y} Td ${quote(text)} Tj ET`
  if (rule === undefined) return drawn
  return `${drawn}\n0.72 0.7 0.66 RG 0.7 w ${MARGIN_PT} ${y - rule} m ${WIDTH - MARGIN_PT} ${y - rule} l S`
}

function quote(text: string) {
  return `(${text.replace(/[\\()]/g, '\\$&')})`
}
