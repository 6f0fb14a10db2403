import { randomBytes } from 'node:crypto'
import { plural } from '@portico/contract'
import { parseSecrets } from '../../src/config/server.ts'
import { readConfig } from '../../src/config.ts'
import { type Resealed, resealSecrets } from '../../src/features/accounts/factors/reseal.ts'
import { lockDataDir } from '../../src/platform/process/data-dir.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withDatabase } from '../with-database.ts'

export const command: Command = {
  usage: '[--forget] [--json]',
  about: [
    'Makes a new APP_SECRET. It signs from the next start on, and what the former ones have signed stays valid until it ends.',
    'With --forget the former ones go: sessions and links that they signed end. What they have encrypted in the database is encrypted by',
    'the newest first, so that authenticator apps and recovery codes go on working. Where APP_SECRET is set, the value to set is',
    'printed; otherwise the file secret in DATA_DIR is written. Stop every Portico on the database first.',
  ].join('\n'),
  options: { forget: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: {
    '--forget': 'make no new one, and keep only the newest',
    '--json': 'print the result as JSON',
  },

  run: ({ values: { forget, json } }) => (forget ? forgetFormer(json) : addSecret(json)),
}

async function addSecret(json: unknown) {
  const { appSecret, formerSecrets, dataDir } = readConfig(process.env)
  const created = randomBytes(32).toString('base64url')
  if (appSecret) return printSecrets(json, [created, appSecret, ...formerSecrets])
  const folder = await lockDataDir(dataDir)
  try {
    const secrets = [created, ...parseSecrets(await folder.secret())]
    await folder.replaceSecret(secrets.join('\n'))
    printResult(json, { secrets: secrets.length }, ['The next start signs with a new secret.'])
  } finally {
    folder.release()
  }
}

function forgetFormer(json: unknown) {
  const isInFile = readConfig(process.env).appSecret === ''
  return withDatabase(
    'warn',
    async ({ db, config, dataDir }) => {
      const resealed = await resealSecrets({ db, config })
      const about = describe(resealed)
      if (!isInFile) return printSecrets(json, [config.appSecret], resealed, about)
      await dataDir?.replaceSecret(config.appSecret)
      printResult(json, { secrets: 1, ...resealed }, [...about, 'Only the newest secret is left.'])
    },
    { needsSecret: true },
  )
}

function printSecrets(json: unknown, secrets: string[], more: object = {}, about: string[] = []) {
  printResult(json, { appSecret: secrets.join(','), ...more }, [
    ...about,
    'Set this, and start every Portico with it:',
    `APP_SECRET=${secrets.join(',')}`,
  ])
}

function describe({ resealed, unreadable, unsealedCodes }: Resealed) {
  return [
    `${plural(resealed, 'value is', 'values are')} encrypted by the newest secret now. ${plural(unreadable + unsealedCodes, 'value')} left that a former one is needed for.`,
    ...(unreadable > 0
      ? [`${plural(unreadable, 'value')} could not be read: no secret that is listed has encrypted them.`]
      : []),
    ...(unsealedCodes > 0
      ? [
          `${plural(unsealedCodes, 'recovery code')} of an earlier version may end with the former secrets. Their owners make new ones in Settings, Security.`,
        ]
      : []),
  ]
}
