import type { Plugin } from 'vite'

const SUMMARY = /^ *summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),$/gm

/** Pages load the endpoints of the contract, but nobody reads there what each is for: that is 3 kB of a first visit. */
export function dropSummaries(): Plugin {
  return {
    name: 'drop-summaries',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return id.includes('/packages/contract/src/')
        ? { code: code.replace(SUMMARY, ''), map: null }
        : undefined
    },
  }
}
