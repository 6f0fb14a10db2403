import { readFile } from 'node:fs/promises'

const COMMON = ['../../../../web/src/styles/tokens.css', './page-base.css'].map(
  (file) => new URL(file, import.meta.url),
)

/** The style sheet of a page that the server renders: what all have in common, then its own. */
export async function readPageStyles(own: URL) {
  const files = await Promise.all([...COMMON, own].map((file) => readFile(file, 'utf8')))
  return files.join('\n')
}
