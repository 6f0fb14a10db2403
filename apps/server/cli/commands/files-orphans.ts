import { emptyTrash, moveToTrash, putBackFromTrash } from '../../src/features/files/clean-up.service.ts'
import { requireOwnStorage } from '../../src/features/files/installation.service.ts'
import { fileIdOf } from '../../src/features/files/keys.ts'
import { type StorageContext, surveyStorage, surveyTrash } from '../../src/features/files/orphans.service.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import { type Command, type Input, WrongUsage } from '../command.ts'
import { confirm, printResult } from '../terminal.ts'
import { withStorage } from '../with-storage.ts'

export const command: Command = {
  usage: '[--trash | --put-back | --empty-trash] [ID…] [--yes] [--json]',
  about: [
    'Lists stored files that no row of the database knows, and what is in the trash. Without an ID, a change is for all of',
    'them. An hour old is the youngest that counts; younger ones may be uploads.',
  ].join('\n'),
  options: {
    trash: { type: 'boolean' },
    'put-back': { type: 'boolean' },
    'empty-trash': { type: 'boolean' },
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  optionHelp: {
    '--trash': 'move them to the trash now, however many they are',
    '--put-back': 'move what is in the trash back to where it was',
    '--empty-trash': 'remove for good what has been in the trash for TRASH_DAYS',
    '--yes': 'do not ask',
    '--json': 'print JSON',
  },
  positionals: Number.POSITIVE_INFINITY,

  async run(input) {
    const changes = (['trash', 'put-back', 'empty-trash'] as const).filter((name) => input.values[name])
    if (changes.length > 1) throw new WrongUsage(`Choose one of --${changes.join(' and --')}.`)
    const [change] = changes
    if (!change && input.positionals.length > 0) throw new WrongUsage('Say what to do with these files.')
    await withStorage(async (ctx) => {
      const { cleanUpNotBefore } = await requireOwnStorage(ctx)
      await (change ? changesBy[change](ctx, input) : list(ctx, input, cleanUpNotBefore))
    })
  },
}

const changesBy = {
  async trash(ctx: StorageContext, input: Input) {
    const { orphans, files, withoutRow } = await surveyStorage(ctx)
    const chosen = choose(orphans, input, 'is no file without a row')
    if (!input.values.yes && chosen.length > 0)
      await confirm(
        `${withoutRow} of ${files} stored files have no row. Type trash to move ${chosen.length} objects: `,
        'trash',
        'Nothing was moved',
      )
    const moved = await moveToTrash(ctx, chosen)
    printResult(input.values.json, { moved }, [`Moved to the trash: ${moved.length}.`])
  },

  async 'put-back'(ctx: StorageContext, input: Input) {
    const { needed, due, other } = await surveyTrash(ctx)
    const chosen = choose([...needed, ...due, ...other], input, 'is not in the trash')
    const putBack = await putBackFromTrash(ctx, chosen)
    printResult(input.values.json, { putBack }, [`Put back: ${putBack.length}.`])
  },

  async 'empty-trash'(ctx: StorageContext, input: Input) {
    const { due } = await surveyTrash(ctx)
    const chosen = choose(due, input, `has not been in the trash for ${ctx.config.trashDays} days`)
    if (!input.values.yes && chosen.length > 0)
      await confirm(
        `This cannot be undone. Type empty to remove ${chosen.length} objects: `,
        'empty',
        'Nothing was removed',
      )
    const removed = await emptyTrash(ctx, chosen)
    printResult(input.values.json, { removed }, [`Removed for good: ${removed.length}.`])
  },
}

async function list(ctx: StorageContext, { values }: Input, cleanUpNotBefore: string) {
  const { files, withoutRow, orphans, lost } = await surveyStorage(ctx)
  const { needed, due, other } = await surveyTrash(ctx)
  const trash = [...needed, ...due, ...other]
  printResult(values.json, { files, withoutRow, orphans, trash, lost, cleanUpNotBefore }, [
    ...orphans.map(
      ({ key, storedAt, size }) => `stored since ${storedAt.toISOString()}  ${key}  ${size} bytes`,
    ),
    ...trash.map(({ key, day, size }) => `in the trash since ${day}  ${key}  ${size} bytes`),
    ...lost.map((key) => `a row without bytes  ${key}`),
    `Stored files: ${files}. Without a row: ${withoutRow}. In the trash: ${trash.length} objects, kept ${ctx.config.trashDays} days.`,
  ])
}

function choose<T extends { key: string }>(items: T[], { positionals }: Input, isNot: string) {
  for (const id of positionals)
    if (!items.some(({ key }) => fileIdOf(key) === id)) throw new CannotStart(`${id} ${isNot}.`)
  return positionals.length > 0 ? items.filter(({ key }) => positionals.includes(fileIdOf(key))) : items
}
