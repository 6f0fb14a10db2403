import type { Command } from './command.ts'

export const commands: Record<string, { summary: string; load(): Promise<{ command: Command }> }> = {
  'files orphans': {
    summary: 'list stored files that no row knows; move, put back or remove them',
    load: () => import('./commands/files-orphans.ts'),
  },
  'files verify': {
    summary: 'compare every stored file with its recorded size and SHA-256',
    load: () => import('./commands/files-verify.ts'),
  },
  'storage adopt': {
    summary: 'give the storage to this database',
    load: () => import('./commands/storage-adopt.ts'),
  },
  'secret adopt': {
    summary: 'go on with another APP_SECRET',
    load: () => import('./commands/secret-adopt.ts'),
  },
  'rotate-secret': {
    summary: 'make a new APP_SECRET, beside those from before',
    load: () => import('./commands/rotate-secret.ts'),
  },
  backup: {
    summary: 'write database and files into one archive',
    load: () => import('./commands/backup.ts'),
  },
  verify: {
    summary: 'restore a backup into a scratch database and compare',
    load: () => import('./commands/verify.ts'),
  },
  migrate: {
    summary: 'bring the database up to date, for processes with MIGRATE=no',
    load: () => import('./commands/migrate.ts'),
  },
  upgrade: {
    summary: 'say what an upgrade to this version would do to the database',
    load: () => import('./commands/upgrade.ts'),
  },
  restore: {
    summary: 'fill an empty database from a backup or a dump',
    load: () => import('./commands/restore.ts'),
  },
  'verify-receipts': {
    summary: 'check the hash, signature and chain of every receipt',
    load: () => import('./commands/verify-receipts.ts'),
  },
  'replace-receipt-key': {
    summary: 'make a new key that signs receipts',
    load: () => import('./commands/replace-receipt-key.ts'),
  },
  'close-account': {
    summary: 'delete an account with everything under it',
    load: () => import('./commands/close-account.ts'),
  },
  'user list': {
    summary: 'list freelancers, or search among them',
    load: () => import('./commands/user-list.ts'),
  },
  'user show': {
    summary: 'show one freelancer, and how much is theirs',
    load: () => import('./commands/user-show.ts'),
  },
  'user suspend': {
    summary: 'let a freelancer in no more, and end their sessions',
    load: () => import('./commands/user-suspend.ts'),
  },
  'user resume': {
    summary: 'let a suspended freelancer in again',
    load: () => import('./commands/user-resume.ts'),
  },
  'user reset-password': {
    summary: 'mail a freelancer a link to choose a new password',
    load: () => import('./commands/user-reset-password.ts'),
  },
  'user set-plan': {
    summary: 'give a plan, free of charge',
    load: () => import('./commands/user-set-plan.ts'),
  },
  'jobs list': {
    summary: 'list jobs that wait, run, failed or are dead',
    load: () => import('./commands/jobs-list.ts'),
  },
  'jobs retry': {
    summary: 'run failed jobs again',
    load: () => import('./commands/jobs-retry.ts'),
  },
  'jobs purge': {
    summary: 'delete dead jobs',
    load: () => import('./commands/jobs-purge.ts'),
  },
  'user reset-factors': {
    summary: 'remove the second factors of somebody who has lost them all',
    load: () => import('./commands/user-reset-factors.ts'),
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
