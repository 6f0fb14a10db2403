// Loaded before the server (`node --import`): writes down every file it has loaded by its end.
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
