import { build, type Plugin, type Rolldown } from 'vite'

const SUFFIX = '?inline-script'

/** `import text from './some.ts?inline-script'` gives that module with its imports as the minified text of a script. */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(SUFFIX)) return
      const { text, modules } = await bundle(id.slice(0, -SUFFIX.length))
      for (const module of modules) this.addWatchFile(module)
      return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
    },
  }
}

async function bundle(file: string) {
  const results = (await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      // A page without other scripts works in browsers that are older than those of the app.
      target: 'es2017',
      write: false,
      // What the script does not call of its imports is left out.
      rolldownOptions: { treeshake: { propertyReadSideEffects: false } },
      lib: { entry: file, formats: ['iife'], name: 'script' },
    },
  })) as Rolldown.RolldownOutput[]
  const [
    {
      output: [chunk],
    },
  ] = results as [Rolldown.RolldownOutput]
  return { text: chunk.code.trim(), modules: chunk.moduleIds }
}
