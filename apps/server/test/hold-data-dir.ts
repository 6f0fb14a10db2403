// A process that takes a DATA_DIR and keeps it until it is killed: for data-dir.test.ts.
import { lockDataDir } from '../src/platform/process/data-dir.ts'

const result = await lockDataDir(process.argv[2] ?? '').then(
  () => 'taken',
  (error) => error.message,
)
process.on('message', () => {}) // stays until it is killed
process.send?.(result)
