#!/usr/bin/env node
// Plain JavaScript for Node 18: it starts the Node 24 that npm has installed (scripts/setup.mjs).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const modules = new URL('../../../node_modules/', import.meta.url)
const node = fileURLToPath(new URL('.bin/node', modules))

if (Number.parseInt(process.versions.node, 10) >= 24) {
  // As `npm start` does: a command starts in half of the time.
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(fileURLToPath(new URL('.cache/node', modules)))
  await import('./main.ts')
} else if (existsSync(node)) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const { status } = spawnSync(node, args, { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else {
  console.error('Portico is not installed yet: run `npm start` once.')
  process.exitCode = 1
}
