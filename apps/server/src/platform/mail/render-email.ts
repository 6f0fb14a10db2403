import { html, toText, trusted } from '../http/html.ts'

export interface EmailContents {
  /** Shown at the top. */
  from: { name: string; role: string | null }
  subject: string
  /** Shown beside the subject in an inbox. */
  preview: string
  heading: string
  paragraph: string
  /** Stands out below the paragraph, where neither an inbox nor a lock screen shows it. */
  code?: string
  /** Quoted text below the paragraph. */
  quotes?: Quote[]
  action: Link
  /** Lists below the button. */
  sections?: EmailSection[]
  /** How many lines the lists leave out. */
  leftOut?: number
  note: string
  /** Shown small below the note. */
  links?: Link[]
  signature: string
}

export interface EmailSection {
  heading: string
  /** The heading leads there. */
  url?: string
  /** A text, a quote, or both. Lines that ask something of the reader stand out. */
  lines: { text?: string; isAction?: boolean; quote?: Quote; time: string }[]
}

interface Quote {
  /** The name of the one who wrote it. */
  by: string
  text: string
}

interface Link {
  label: string
  url: string
}

/** Whose name, logo and colour an email has instead of Portico's. Colours are `#rrggbb`, for the light and the dark theme. */
export interface EmailBrand {
  name: string
  /** On a ground of its own in the theme in which it would not be seen. */
  logo: { url: string; width: number; height: number; plate: 'light' | 'dark' | null } | null
  colours: { button: string; onButton: string; edges: Themed; links: Themed } | null
}

interface Themed {
  light: string
  dark: string
}

/** Renders the same content as text and as HTML that is complete without images or styles. */
export function renderEmail(contents: EmailContents) {
  return { subject: contents.subject, text: renderText(contents), html: renderHtml(contents), contents }
}

/** The same content in the look of a workspace. */
export function renderBrandedEmail(contents: EmailContents, brand: EmailBrand) {
  return { text: renderText(contents, brand), html: renderHtml(contents, brand), contents }
}

function renderText(
  {
    from,
    heading,
    paragraph,
    code,
    quotes = [],
    action,
    sections = [],
    leftOut = 0,
    note,
    links = [],
    signature,
  }: EmailContents,
  brand?: EmailBrand,
) {
  const { name, role } = brand ? headOf(from, brand) : from
  const parts = [
    role ? `${name}\n${role}` : name,
    heading,
    paragraph,
    ...(code ? [code] : []),
    ...quotes.map(quoteText),
    action.url,
    ...sections.map(sectionText),
    ...(leftOut > 0 ? [leftOutText(leftOut)] : []),
    note,
    ...links.map(({ label, url }) => `${label}: ${url}`),
    signature,
  ]
  return `${parts.join('\n\n')}\n`
}

/** The workspace, and below it who writes, unless they go by the same name. */
function headOf(from: EmailContents['from'], { name }: EmailBrand) {
  return { name, role: from.name === name ? null : from.name }
}

const quoteText = (quote: Quote) => quoteLine(quote).replace(/^/gm, '> ')

const quoteLine = ({ by, text }: Quote) => `${by}: “${text}”`

function sectionText({ heading, url, lines }: EmailSection) {
  const items = lines.flatMap(({ text, quote, time }) => [
    ...(text ? [`- ${text} (${time})`] : []),
    ...(quote ? [quoteText(quote)] : []),
  ])
  return [heading, ...(url ? [url] : []), ...items].join('\n')
}

const leftOutText = (count: number) => `And ${count} more.`

/** Prevents an inbox from showing more text after the preview. */
const FILLER = trusted('&#8199;&#847;'.repeat(60))

const SERIF = "Georgia,'Times New Roman',serif"
const SANS = "-apple-system,'Segoe UI',Arial,sans-serif"

/** Mail programs support tables and inline styles. The style sheet only adds narrow screens and dark mode. */
const css = trusted(`
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 639px) {
    .pad { padding-left: 24px !important; padding-right: 24px !important; }
    .title { font-size: 28px !important; line-height: 34px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .page { background: #100f0d !important; }
    .card { background: #1f1c19 !important; border-color: #443e36 !important; }
    .ink { color: #f2ede4 !important; }
    .soft { color: #c8c0b4 !important; }
    .muted { color: #a49b8e !important; }
    .rule, .quote { border-color: #443e36 !important; }
    .button { background: #f2ede4 !important; }
    .button a { color: #171513 !important; }
    .link { color: #e99a6f !important; }
  }
`)

/** After the other rules, so that it wins over them. */
function brandRules({ logo, colours }: EmailBrand) {
  const rules = colours
    ? `.button { background: ${colours.button} !important; border-color: ${colours.edges.dark} !important; }
    .button a { color: ${colours.onButton} !important; }
    .link { color: ${colours.links.dark} !important; }`
    : ''
  const plate = logo?.plate === 'dark' ? `.logo { background: ${PAPER} !important; }` : ''
  return trusted(`@media (prefers-color-scheme: dark) { ${rules} ${plate} }`)
}

const INK = '#1c1917'
const PAPER = '#fffefb'

function renderLogo({ name, logo }: EmailBrand) {
  if (!logo) return
  const { url, width, height, plate } = logo
  const ground = plate === 'light' ? `background:${INK};` : ''
  const padding = plate ? 'padding:8px;border-radius:6px;' : ''
  return html`<span class="logo" style="display:inline-block;${ground}${padding}"><img src="${url}" width="${width}" height="${height}" alt="${name}" style="display:block;border:0;max-width:100%;height:auto;font:500 17px/24px ${trusted(SERIF)};"></span>`
}

function renderHtml(contents: EmailContents, brand?: EmailBrand) {
  const {
    from,
    subject,
    preview,
    heading,
    paragraph,
    code,
    quotes = [],
    action,
    sections = [],
    leftOut = 0,
    note,
    links = [],
    signature,
  } = contents
  const { name, role } = brand ? headOf(from, brand) : from
  const logo = brand && renderLogo(brand)
  const { button, onButton } = brand?.colours ?? { button: INK, onButton: '#fbfaf7' }
  const edge = brand?.colours?.edges.light ?? button
  const link = brand?.colours?.links.light ?? '#a0481f'
  const table = trusted('role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"')
  const wrap = trusted('word-wrap:break-word;overflow-wrap:anywhere;')
  const muted = trusted(`margin:0;font:13px/20px ${SANS};color:#6b645b;${toText(wrap)}`)
  return toText(html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${subject}</title>
<style>${css}${brand && brandRules(brand)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f1ea;">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;">${preview}${FILLER}</div>
<table ${table} class="page" style="background:#f4f1ea;">
<tr><td align="center" style="padding:32px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;">
<tr><td align="left" class="card" style="background:#fffefb;border:1px solid #e7e2d9;border-radius:12px;">
<table ${table}>
<tr><td class="pad" style="padding:40px 48px 0 48px;">
${logo ?? html`<p class="ink" style="margin:0;font:500 17px/24px ${trusted(SERIF)};color:#1c1917;${wrap}">${name}</p>`}
${role && html`<p class="muted" style="${muted}">${role}</p>`}
</td></tr>
<tr><td class="pad" style="padding:40px 48px 0 48px;">
<h1 class="ink title" style="margin:0;font:400 32px/38px ${trusted(SERIF)};letter-spacing:-0.3px;color:#1c1917;${wrap}">${heading}</h1>
<p class="soft" style="margin:16px 0 0 0;font:16px/26px ${trusted(SANS)};color:#4f4943;">${paragraph}</p>
${
  code &&
  html`<p class="ink" style="margin:16px 0 0 0;font:600 28px/36px ${trusted(SANS)};letter-spacing:4px;color:#1c1917;">${code}</p>
`
}${quotes.map(
  (
    quote,
  ) => html`<blockquote class="soft quote" style="margin:16px 0 0 0;padding:0 0 0 16px;border-left:3px solid #d8cfc0;font:16px/26px ${trusted(SANS)};color:#4f4943;white-space:pre-wrap;${wrap}">${quoteLine(quote)}</blockquote>
`,
)}</td></tr>
<tr><td class="pad" style="padding:28px 48px 0 48px;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" style="background:${button};border:1px solid ${edge};border-radius:8px;mso-padding-alt:14px 28px;">
<a href="${action.url}" style="display:inline-block;padding:14px 28px;font:600 16px/20px ${trusted(SANS)};color:${onButton};text-decoration:none;">${action.label}</a>
</td></tr></table>
</td></tr>
${sections.map(
  (
    { heading, url, lines },
    i,
  ) => html`<tr><td class="pad" style="padding:${i === 0 ? 40 : 24}px 48px 0 48px;">
<h2 class="ink" style="margin:0 0 8px 0;font:400 21px/28px ${trusted(SERIF)};color:#1c1917;${wrap}">${url ? html`<a class="ink" href="${url}" style="color:#1c1917;text-decoration:none;">${heading}</a>` : heading}</h2>
<table ${table}>
${lines.map(
  ({ text, isAction, quote, time }) => html`<tr>
<td class="rule soft" style="padding:12px 0;border-top:1px solid #e7e2d9;font:15px/24px ${trusted(SANS)};color:#4f4943;${wrap}">${isAction ? html`<strong class="ink" style="color:#1c1917;">${text}</strong>` : text}${text && quote && html`<br>`}${quote && html`<span style="white-space:pre-wrap;">${quoteLine(quote)}</span>`}</td>
<td class="rule muted" align="right" valign="top" style="padding:12px 0 12px 16px;border-top:1px solid #e7e2d9;font:13px/24px ${trusted(SANS)};color:#6b645b;white-space:nowrap;">${time}</td>
</tr>
`,
)}</table>
</td></tr>
`,
)}${
  leftOut > 0 &&
  html`<tr><td class="pad" style="padding:16px 48px 0 48px;"><p class="soft" style="margin:0;font:15px/24px ${trusted(SANS)};color:#4f4943;">${leftOutText(leftOut)}</p></td></tr>
`
}<tr><td class="pad" style="padding:24px 48px 40px 48px;">
<p class="muted" style="${muted}">If the button does nothing, copy this address:<br><a class="link" href="${action.url}" style="color:${link};word-break:break-all;">${action.url}</a></p>
</td></tr>
<tr><td class="pad rule" style="padding:20px 48px 24px 48px;border-top:1px solid #e7e2d9;">
<p class="muted" style="${muted}">${note}</p>
${links.map(({ label, url }) => html`<p class="muted" style="${muted}"><a class="link" href="${url}" style="color:${link};">${label}</a></p>`)}
</td></tr>
</table>
</td></tr>
<tr><td align="left" class="pad" style="padding:20px 48px 0 48px;">
<p class="muted" style="${muted}">${signature}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`)
}
