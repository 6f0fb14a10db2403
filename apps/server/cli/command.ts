import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

export interface Command {
  /** The arguments, as the help shows them. */
  usage: string
  about: string
  options: ParseArgsOptionsConfig
  optionHelp: Record<string, string>
  /** The maximum number; 0 by default. */
  positionals?: number
  run(input: Input): Promise<void>
}

export interface Input {
  values: Record<string, unknown>
  positionals: string[]
  /** Relative paths on the command line refer to it. */
  cwd: string
}

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
  'verify-receipts': {
    summary: 'check the hash and the chain of every receipt',
    load: () => import('./commands/verify-receipts.ts'),
  },
  'close-account': {
    summary: 'delete an account with everything under it',
    load: () => import('./commands/close-account.ts'),
  },
  stripe: {
    summary: 'put products, prices and the portal in place at Stripe',
    load: () => import('./commands/stripe.ts'),
  },
  // Before `seed`, because the first command that fits is run.
  'seed large': {
    summary: 'fill an empty database with 20,000 accounts, to measure',
    load: () => import('./commands/seed-large.ts'),
  },
  seed: {
    summary: 'make a demo freelancer with clients, projects and files',
    load: () => import('./commands/seed.ts'),
  },
}

export function formatOverview() {
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

export function formatHelp(name: string, { usage, about, optionHelp: meanings }: Command) {
  const width = Math.max(0, ...Object.keys(meanings).map(({ length }) => length))
  const list = Object.entries(meanings).map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`)
  return [
    `Usage: npx portico ${name} ${usage}`.trimEnd(),
    '',
    about,
    ...(list.length ? ['', ...list] : []),
  ].join('\n')
}

export function parseInput({ options, positionals: maxPositionals = 0 }: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: maxPositionals > 0 })
    if (positionals.length > maxPositionals) throw new Error(`Too many words: ${positionals.join(' ')}`)
    return { values, positionals }
  } catch (error) {
    throw new WrongUsage(`${(error as Error).message.replace(/\. To specify.*|\.$/s, '')}.`)
  }
}
