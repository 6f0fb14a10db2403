import {
  type ConfiguredDuration,
  DEFAULT_DURATIONS,
  durationPlaceholder,
  formatDuration,
} from '@portico/contract'

/**
 * A duration that the operator can set, in words. The server writes it into the pages, and onto `<html>` for the scripts;
 * while we develop, Vite serves the pages, and the defaults are shown.
 */
export function configuredDuration(name: ConfiguredDuration) {
  if (import.meta.env.SSR && import.meta.env.PROD) return durationPlaceholder(name)
  const written = import.meta.env.SSR ? undefined : document.documentElement.dataset[`${name}Duration`]
  return written ?? formatDuration(DEFAULT_DURATIONS[name])
}

export const durationAttributes = () => ({
  'data-session-duration': configuredDuration('session'),
  'data-login-link-duration': configuredDuration('loginLink'),
  'data-file-link-duration': configuredDuration('fileLink'),
})
