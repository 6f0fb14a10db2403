interface PublicPage {
  path: string
  title: string
  /** What a search engine and a shared link say below the title. */
  description: string
  /** What the page holds, in the words of schema.org. */
  structured?: object[]
}

/** Stands in ready HTML for the address that people type; the server puts that in its place (platform/http/public-pages.ts). */
const PLACEHOLDER = 'https://portico.invalid'
const origin = () => (import.meta.env.SSR ? PLACEHOLDER : window.location.origin)

/** The head of a page that is meant to be found and shared, for its `meta`. */
export function publicPageMeta({ path, title, description, structured = [] }: PublicPage) {
  return () => [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: origin() + path },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Portico' },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:url', content: origin() + path },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: `${origin()}/share.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: 'Portico: clients come in by the front door' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...structured.map((thing) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })),
  ]
}
