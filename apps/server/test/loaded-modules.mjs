// Loaded before the server (`node --import`). Writes the list of all loaded files when the process ends.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const loaded = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
process.once('exit', () => writeFileSync(process.env.LOADED_MODULES, loaded.join('\n')))
