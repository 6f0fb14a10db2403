/** One's own account: the namespace `accounts`. */
export * from './confirm-identity.ts'
export * from './login.ts'
export * from './own-email.ts'
export * from './passwords.ts'
export * from './profile.ts'
export * from './sessions.ts'
