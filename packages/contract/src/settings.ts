/** Durations that the operator can set and that pages name: the defaults, in seconds. */
export const DEFAULT_DURATIONS = {
  session: 30 * 86_400,
  loginLink: 30 * 86_400,
  fileLink: 15 * 60,
}
export type ConfiguredDuration = keyof typeof DEFAULT_DURATIONS

/** Stands in the built pages until the server writes the duration in words there. */
export const durationPlaceholder = (name: ConfiguredDuration) => `portico-duration-${name}`

/**
 * What stands between these in the built pages is only for a Portico that sells plans; what follows `otherwise` is for one that
 * does not (`BILLING=none`). The server keeps one of the two.
 */
export const PLANS_MARKS = {
  begin: 'portico-plans-begin',
  otherwise: 'portico-plans-otherwise',
  end: 'portico-plans-end',
}
