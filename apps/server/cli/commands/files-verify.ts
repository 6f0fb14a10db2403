import { requireOwnStorage } from '../../src/features/files/installation.service.ts'
import { formatBytes } from '../../src/features/files/uploads.service.ts'
import { verifyFiles, type WrongFile } from '../../src/features/files/verify-files.ts'
import { CannotStart } from '../../src/platform/process/cannot-start.ts'
import type { Command } from '../command.ts'
import { printResult } from '../terminal.ts'
import { withStorage } from '../with-storage.ts'

export const command: Command = {
  usage: '[--json]',
  about: [
    'Reads every stored file, those in the bin included, and compares its size and SHA-256 with what was recorded when it was',
    'uploaded. Changes nothing. Thumbnails and previews have no recorded hash and are not compared: Portico makes them.',
  ].join('\n'),
  options: { json: { type: 'boolean' } },
  optionHelp: { '--json': 'print JSON' },

  async run({ values: { json } }) {
    const { files, bytes, wrong } = await withStorage(async (ctx) => {
      await requireOwnStorage(ctx)
      return verifyFiles(ctx)
    })
    printResult(json, { files, bytes, wrong }, [
      ...wrong.map(
        ({ id, projectId, fileName, problem }) =>
          `File ${id} (“${fileName}”, project ${projectId}): ${messages[problem]}.`,
      ),
      `Files: ${files} (${formatBytes(bytes)}). Wrong: ${wrong.length}. Thumbnails and previews have no recorded hash.`,
    ])
    if (wrong.length > 0)
      throw new CannotStart('Files are lost or damaged: put them back from a backup of the storage.')
  },
}

const messages: Record<WrongFile['problem'], string> = {
  lost: 'no bytes are stored',
  'wrong size': 'more or fewer bytes are stored than were uploaded',
  'wrong contents': 'the stored bytes differ from those that were uploaded',
  unreadable: 'the stored bytes cannot be read',
}
