/** For logs: the address of a guest's page is all that it takes to answer, however it is spelt. */
export function hideSecrets(path: string) {
  return path.replace(SECRET, '$1…')
}
/** What follows /give, and whatever is as long as a token. */
const SECRET = /(\/give\/+)[^/]+|[\w-]{43,}/gi
