import { CannotStart } from '../src/platform/process/cannot-start.ts'
import { type Input, WrongUsage } from './command.ts'

export function namedEmail({ positionals: [email] }: Input, command: string) {
  if (!email?.includes('@')) throw new WrongUsage(`Say whose: npx portico ${command} ada@example.com`)
  return email.trim()
}

export const unknownUser = (email: string) =>
  new CannotStart(`Nobody has an account with the address ${email}.`)
