/** The document title of a route, for its `meta`. */
export const titled = (suffix: string) => () => [{ title: `Portico | ${suffix}` }]
