/**
 * Removes secrets from logged paths: anybody who knows the address of a guest's page, in any spelling, can answer the
 * request, and who knows that of a development page reads everybody's emails.
 */
export function hideSecrets(path: string) {
  return path.replace(SECRET, '$1…')
}
/** Matches the part after /give and /dev, and any part as long as a token. */
const SECRET = /(\/(?:give|dev)\/+)[^/]+|[\w-]{43,}/gi
