import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const PACKAGE = dirname(manifest)
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }

/** The files that pdf.js loads by itself. Without quickjs, which would run the scripts of a document. */
const FILES = [
  'legacy/build/pdf.worker.min.mjs',
  'wasm/{jbig2,openjpeg,qcms}*',
  'wasm/LICENSE*',
  'cmaps/*',
  'standard_fonts/*',
  'iccs/*',
]

/** Serves the worker, decoders, character maps and fonts of pdf.js beneath `/pdfjs/<version>/`. */
export function pdfjsAssets(): Plugin {
  return {
    name: 'pdfjs-assets',
    configureServer({ middlewares }) {
      middlewares.use(`/pdfjs/${version}`, (request, response, next) => {
        const file = join(PACKAGE, new URL(request.url ?? '', 'http://localhost').pathname)
        if (!existsSync(file)) return next()
        response.setHeader(
          'content-type',
          file.endsWith('js') ? 'text/javascript' : 'application/octet-stream',
        )
        createReadStream(file).pipe(response)
      })
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const path of globSync(FILES, { cwd: PACKAGE })) {
        const source = readFileSync(join(PACKAGE, path))
        this.emitFile({ type: 'asset', fileName: `pdfjs/${version}/${path}`, source })
      }
    },
  }
}
