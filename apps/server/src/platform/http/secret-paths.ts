/**
 * Removes secrets from logged paths: anybody who knows the address of a guest's page, in any spelling, can answer the
 * request.
 */
export function hideSecrets(path: string) {
  return path.replace(SECRET, '$1…')
}
/** Matches the part after /give, and any part as long as a token. */
const SECRET = /(\/give\/+)[^/]+|[\w-]{43,}/gi
