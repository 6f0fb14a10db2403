import { join } from 'node:path'
import { runCommand } from './run.ts'

const cwd = process.cwd()
// A relative DATA_DIR refers to the same folder as with `npm start`.
process.chdir(join(import.meta.dirname, '../../..'))
process.exitCode = await runCommand(process.argv.slice(2), cwd)
