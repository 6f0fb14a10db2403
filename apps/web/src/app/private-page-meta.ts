/** The `meta` of a route that search engines must not list. */
export const privatePageMeta = (suffix: string) => () => [
  { title: `Portico | ${suffix}` },
  { name: 'robots', content: 'noindex' },
]
