// For data-dir.test.ts: locks a DATA_DIR until the process is killed.
import { lockDataDir } from '../src/platform/process/data-dir.ts'

const result = await lockDataDir(process.argv[2] ?? '').then(
  () => 'taken',
  (error) => error.message,
)
process.on('message', () => {}) // stays until it is killed
process.send?.(result)
