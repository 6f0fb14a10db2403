/** A line of text. All numbers are in points; `down` is the distance from the previous line. */
interface Line {
  text: string
  size: number
  down: number
  left?: number
}

const [WIDTH, HEIGHT, MARGIN] = [420, 595, 48]

/** A5 pages in a font that every viewer has. */
export function renderPdf(title: string, pages: Line[][]) {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, page) => `${5 + 2 * page} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
    `<< /Title ${quote(title)} >>`,
    ...pages.flatMap((lines, page) => {
      const content = drawLines(lines)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F 3 0 R >> >> /Contents ${6 + 2 * page} 0 R >>`,
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
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

function drawLines(lines: Line[]) {
  let y = HEIGHT - MARGIN
  const text = lines.map(({ text, size, down, left = MARGIN }) => {
    y -= down
    return `BT /F ${size} Tf ${left} ${y} Td ${quote(text)} Tj ET`
  })
  const rule = `0.7 0.32 0.16 RG 1 w ${MARGIN} ${HEIGHT - 104} m ${WIDTH - MARGIN} ${HEIGHT - 104} l S`
  return [rule, ...text].join('\n')
}

function quote(text: string) {
  return `(${text.replace(/[\\()]/g, '\\$&')})`
}
