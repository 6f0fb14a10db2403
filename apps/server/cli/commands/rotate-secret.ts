import { randomBytes } from 'node:crypto'
import { parseSecrets } from '../../src/config/server.ts'
import { readConfig } from '../../src/config.ts'
import { lockDataDir } from '../../src/platform/process/data-dir.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'

export const command: Command = {
  usage: '[--forget] [--json]',
  about: [
    'Makes a new APP_SECRET. It signs from the next start on, and what the former ones have signed stays valid until it ends.',
    'With --forget the former ones go: sessions and links that they signed end. Where APP_SECRET is set, the value to set is printed;',
    'otherwise the file secret in DATA_DIR is written. Stop every Portico on the database first.',
  ].join('\n'),
  options: { forget: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: {
    '--forget': 'make no new one, and keep only the newest',
    '--json': 'print the result as JSON',
  },

  async run({ values: { forget, json } }) {
    const { appSecret, formerSecrets, dataDir } = readConfig(process.env)
    if (appSecret) {
      const secrets = rotate([appSecret, ...formerSecrets], forget === true)
      return printResult(json, { appSecret: secrets.join(',') }, [
        'Set this, and start every Portico with it:',
        `APP_SECRET=${secrets.join(',')}`,
      ])
    }
    const folder = await lockDataDir(dataDir)
    try {
      const secrets = rotate(parseSecrets(await folder.secret()), forget === true)
      await folder.replaceSecret(secrets.join('\n'))
      const text = forget ? 'Only the newest secret is left.' : 'The next start signs with a new secret.'
      printResult(json, { secrets: secrets.length }, [text])
    } finally {
      folder.release()
    }
  },
}

const rotate = (secrets: string[], forget: boolean) =>
  forget ? secrets.slice(0, 1) : [randomBytes(32).toString('base64url'), ...secrets]
