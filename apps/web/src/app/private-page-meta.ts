/** The head of a route that is for nobody but whoever was sent there: a title, and no search engine. For its `meta`. */
export const privatePageMeta = (suffix: string) => () => [
  { title: `Portico | ${suffix}` },
  { name: 'robots', content: 'noindex' },
]
