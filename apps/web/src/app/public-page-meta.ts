interface PublicPage {
  path: string
  title: string
  /** Shown by search engines and shared links below the title. */
  description: string
  /** The content of the page in terms of schema.org. */
  structured?: object[]
}

/** The server replaces it with the public address (platform/http/public-pages.ts). */
const PLACEHOLDER = 'https://portico.invalid'
const origin = () => (import.meta.env.SSR ? PLACEHOLDER : window.location.origin)

/** The `meta` of a page for search engines and shared links. */
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
