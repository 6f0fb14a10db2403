import { join } from 'node:path'
import { runCommand } from './run.ts'

const cwd = process.cwd()
// Where `npm start` runs: a relative DATA_DIR means the same folder.
process.chdir(join(import.meta.dirname, '../../..'))
process.exitCode = await runCommand(process.argv.slice(2), cwd)
