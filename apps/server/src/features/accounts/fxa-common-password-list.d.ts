declare module 'fxa-common-password-list' {
  /** Whether this is one of the 50,000 most common passwords of at least 8 characters. They are in lower case. */
  export function test(password: string): boolean
}
