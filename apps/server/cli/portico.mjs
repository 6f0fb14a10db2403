#!/usr/bin/env node
// Plain JavaScript for Node 18: it starts the Node 24 that npm has installed (scripts/setup.mjs).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const node = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))

if (Number.parseInt(process.versions.node, 10) >= 24) await import('./main.ts')
else if (existsSync(node)) {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const { status } = spawnSync(node, args, { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else {
  console.error('Portico is not installed yet: run `npm start` once.')
  process.exitCode = 1
}
