// Checks every pair of text and background in tokens.css in both themes (WCAG 2.2 AA). Exits 1 on a failure.
import { readFileSync } from 'node:fs'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const tokens = [
  ...css.matchAll(/--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g),
]
const light = Object.fromEntries(tokens.map(([, name, inLight, , inBoth]) => [name, inLight ?? inBoth]))
const dark = Object.fromEntries(tokens.map(([, name, , inDark, inBoth]) => [name, inDark ?? inBoth]))
const lum = (hex) =>
  [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((s, v, i) => s + v * [0.2126, 0.7152, 0.0722][i], 0)
const ratio = (a, b) => {
  const [x, y] = [lum(a), lum(b)].sort((p, q) => q - p)
  return (x + 0.05) / (y + 0.05)
}
const papers = ['paper', 'paper-sunk', 'paper-raised', 'paper-float']
const pairs = []
for (const p of papers) {
  for (const t of ['ink', 'ink-soft', 'ink-muted', 'accent-ink', 'accent-ink-hover', 'danger-ink'])
    pairs.push([t, p, 4.5])
  for (const t of ['line-control', 'accent', 'focus']) pairs.push([t, p, 3])
}
for (const t of ['ink', 'ink-soft', 'ink-muted']) pairs.push([t, 'accent-wash', 4.5])
for (const t of ['ink', 'ink-soft', 'ink-muted']) pairs.push([t, 'paper-pressed', 4.5])
for (const t of ['ink', 'ink-soft', 'ink-muted', 'accent-ink', 'accent-ink-hover', 'danger-ink', 'team-ink'])
  pairs.push([t, 'team-bg', 4.5])
for (const t of ['line-control', 'focus']) pairs.push([t, 'team-bg', 3])
pairs.push(
  ['accent-on', 'accent', 4.5],
  ['accent-ink', 'accent-wash', 4.5],
  ['ink-inverse', 'ink', 4.5],
  ['ink-inverse', 'ink-hover', 4.5],
  ['primary-on', 'primary', 4.5],
  ['primary-on', 'primary-hover', 4.5],
  ['danger-on', 'danger', 4.5],
  ['danger-on', 'danger-hover', 4.5],
  ['danger-ink', 'danger-bg', 4.5],
  ['ink', 'danger-bg', 4.5],
)
for (const s of ['pending', 'progress', 'done', 'other'])
  pairs.push([`status-${s}-ink`, `status-${s}-bg`, 4.5], ...papers.map((p) => [`status-${s}-ink`, p, 4.5]))
let failed = 0
for (const [name, theme] of [
  ['light', light],
  ['dark', dark],
]) {
  let low = [99]
  for (const [fg, bg, min] of pairs) {
    const r = ratio(theme[fg], theme[bg])
    if (!(r >= min)) {
      failed++
      console.info(`FAIL ${name} ${fg} on ${bg}: ${r.toFixed(2)} < ${min}`)
    }
    if (min === 4.5 && r < low[0]) low = [r, fg, bg]
  }
  console.info(
    `${name}: ${pairs.length} pairs; lowest text pair ${low[1]} on ${low[2]} ${low[0].toFixed(2)}:1`,
  )
}
process.exit(failed ? 1 : 0)
