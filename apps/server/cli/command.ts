import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export interface Command {
  /** What follows the name. */
  usage: string
  /** What an operator has to know before running it. */
  about: string
  options: ParseArgsOptionsConfig
  /** What each option means, for the help. */
  meanings: Record<string, string>
  /** How many words may follow. */
  positionals?: number
  run(input: Input): Promise<void>
}

export interface Input {
  values: Record<string, unknown>
  positionals: string[]
  /** Where the command was typed: paths that are given mean this folder. */
  cwd: string
}

/** What was typed is not a command. */
export class WrongUsage extends Error {}

export const commands: Record<string, { summary: string; load(): Promise<{ command: Command }> }> = {
  'files orphans': {
    summary: 'list stored files that no row knows; move, put back or remove them',
    load: () => import('./commands/files-orphans.ts'),
  },
  'storage adopt': {
    summary: 'give the storage to this database',
    load: () => import('./commands/storage-adopt.ts'),
  },
  restore: {
    summary: 'fill an empty database from a dump',
    load: () => import('./commands/restore.ts'),
  },
  'close-account': {
    summary: 'delete an account with everything under it',
    load: () => import('./commands/close-account.ts'),
  },
  stripe: {
    summary: 'put products, prices and the portal in place at Stripe',
    load: () => import('./commands/stripe.ts'),
  },
  seed: {
    summary: 'make a demo freelancer with clients, projects and files',
    load: () => import('./commands/seed.ts'),
  },
}

export function overview() {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length))
  const list = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: npx portico <command> [options]',
    '',
    ...list,
    '',
    '`npx portico <command> --help` says more of one. All take the environment of the server (README, Configuration).',
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n')
}

export function helpOf(name: string, { usage, about, meanings }: Command) {
  const width = Math.max(0, ...Object.keys(meanings).map(({ length }) => length))
  const list = Object.entries(meanings).map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`)
  return [
    `Usage: npx portico ${name} ${usage}`.trimEnd(),
    '',
    about,
    ...(list.length ? ['', ...list] : []),
  ].join('\n')
}

export function parseInput({ options, positionals: most = 0 }: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: most > 0 })
    if (positionals.length > most) throw new Error(`Too many words: ${positionals.join(' ')}`)
    return { values, positionals }
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.replace(/\. To specify.*|\.$/s, '')}.`)
  }
}
