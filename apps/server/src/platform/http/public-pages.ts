import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import {
  type ConfiguredDuration,
  durationPlaceholder,
  formatDuration,
  PLANS_MARKS,
  REGISTRATION_MARKS,
  REGISTRATION_TEXTS,
  registrationDomainsText,
  registrationPlaceholder,
} from '@portico/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { html, toText } from './html.ts'

/** The built pages contain it in place of the public address (apps/web/src/app/public-page-meta.ts). */
const PLACEHOLDER = 'https://portico.invalid'

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip) as (bytes: Buffer) => Promise<Buffer>,
}
type Encoding = keyof typeof compressors

type Settings = Pick<
  Config,
  | 'publicUrl'
  | 'sessionTtl'
  | 'loginLinkTtl'
  | 'fileLinkTtl'
  | 'hasPlans'
  | 'registration'
  | 'registrationDomains'
>

/** What the operator sets is known only at run time, so the first request completes, compresses and caches the page. */
export function createPageHandler(file: string, settings: Settings) {
  let page: ReturnType<typeof read> | undefined
  const encoded: Partial<Record<Encoding, Promise<Buffer>>> = {}

  async function read() {
    const text = complete(await readFile(file, 'utf8'), settings)
    const bytes = Buffer.from(text)
    return { text, bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"` }
  }

  /** `brand`: what the head script (head-script.ts) and the page show before anybody is logged in. */
  return async (request: FastifyRequest, reply: FastifyReply, brand?: object | null) => {
    page ??= read()
    const { text, bytes, tag } = await page
    if (brand) return sendOnce(request, reply, withBrand(text, brand))
    reply.header('cache-control', 'no-cache').header('vary', 'Accept-Encoding')
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const encodedTag = encoding ? `${tag.slice(0, -1)}-${encoding}"` : tag
    reply.header('etag', encodedTag)
    if (request.headers['if-none-match'] === encodedTag) return reply.code(304).send()
    reply.type('text/html; charset=utf-8')
    if (!encoding) return reply.send(bytes)
    encoded[encoding] ??= compressors[encoding](bytes)
    return reply.header('content-encoding', encoding).send(await encoded[encoding])
  }
}

/** A page for one person, which nobody keeps. */
async function sendOnce(request: FastifyRequest, reply: FastifyReply, text: string) {
  reply.header('cache-control', 'no-store').header('vary', 'Accept-Encoding').type('text/html; charset=utf-8')
  if (!accepts(request.headers['accept-encoding'], 'gzip')) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await compressors.gzip(Buffer.from(text)))
}

/** Before the first script, which reads it. */
function withBrand(page: string, brand: object) {
  const meta = html`<meta name="portico-brand" content="${JSON.stringify(brand)}">`
  return page.replace('<script', () => `${toText(meta)}<script`)
}

export function complete(built: string, settings: Settings) {
  const { publicUrl, sessionTtl, loginLinkTtl, fileLinkTtl, hasPlans, registration } = settings
  const durations = { session: sessionTtl, loginLink: loginLinkTtl, fileLink: fileLinkTtl }
  const domains = settings.registrationDomains.join(' or ')
  const texts = {
    ...Object.fromEntries(
      Object.entries(durations).map(([name, seconds]) => [
        durationPlaceholder(name as ConfiguredDuration),
        formatDuration(seconds),
      ]),
    ),
    [registrationPlaceholder('mode')]: registration,
    [registrationPlaceholder('text')]: REGISTRATION_TEXTS[registration],
    // Before the sentence, of which it is the beginning.
    [`${registrationPlaceholder('domains')}-only`]: domains,
    [registrationPlaceholder('domains')]: registrationDomainsText(domains),
    [PLACEHOLDER]: publicUrl,
  }
  const chosen = chooseHalf(
    chooseHalf(built, PLANS_MARKS, hasPlans),
    REGISTRATION_MARKS,
    registration === 'open',
  )
  // What search engines read names offers.
  const page = hasPlans
    ? chosen
    : chosen.replace(/<script type="application\/ld\+json">[\s\S]*?<\/script>/g, '')
  return Object.entries(texts).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value),
    page,
  )
}

/** React puts an empty comment between two texts, which would be left behind. */
function chooseHalf(html: string, { begin, otherwise, end }: typeof PLANS_MARKS, holds: boolean) {
  const gap = '(?:<!-- -->)?'
  const half = '([\\s\\S]*?)'
  const halves = new RegExp(`${begin}${gap}${half}${gap}${otherwise}${gap}${half}${gap}${end}`, 'g')
  return html.replace(halves, (_, first: string, second: string) => (holds ? first : second))
}

function chooseEncoding(accepted?: string): Encoding | undefined {
  return (['br', 'gzip'] as const).find((encoding) => accepts(accepted, encoding))
}

const accepts = (accepted = '', encoding: Encoding) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted)

export function robots(publicUrl: string) {
  return `User-agent: *\nDisallow: /api/\nDisallow: /dev/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

export function sitemap(publicUrl: string, paths: string[]) {
  const urls = paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
}
