import { adoptStorage, describeStorage } from '../../src/features/files/installation.service.ts'
import type { Command } from '../command.ts'
import { confirm, printLine, printResult } from '../terminal.ts'
import { withStorage } from '../with-storage.ts'

export const command: Command = {
  usage: '[--yes] [--json]',
  about: [
    'Writes the id of this database into the storage, whosever it was. A Portico on the database that it belonged to',
    'then refuses to start on it, and deletes no files in it. No file without a row is moved for 24 hours.',
  ].join('\n'),
  options: { yes: { type: 'boolean' }, json: { type: 'boolean' } },
  optionHelp: { '--yes': 'do not ask', '--json': 'say what was done as JSON' },

  run: ({ values: { yes, json } }) =>
    withStorage(async (ctx) => {
      const { installation, owner, isOurs } = await describeStorage(ctx)
      const storage = ctx.storage.name
      if (!isOurs && !yes) {
        printLine(
          `The storage ${storage} ${describeOwner(owner, installation)}; this database is installation ${installation}.`,
        )
        await confirm('Type adopt to give the storage to this database: ', 'adopt', 'Nothing was changed')
      }
      await adoptStorage(ctx)
      printResult(json, { storage, installation, replaced: isOurs ? null : owner }, [
        isOurs
          ? `The storage ${storage} belongs to this database (installation ${installation}), as before.`
          : `The storage ${storage} ${describeOwner(owner, installation, 'had', 'belonged')}, and belongs to this database (installation ${installation}) now.`,
        'No file without a row is moved for 24 hours.',
      ])
    }),
}

function describeOwner(owner: string | null, installation: string, has = 'has', belongs = 'belongs') {
  if (owner === null) return `${has} no portico-installation.json`
  if (owner === installation) return `${belongs} to another copy of this database`
  return owner === 'unreadable'
    ? `${has} a portico-installation.json that cannot be read`
    : `${belongs} to installation ${owner}`
}
