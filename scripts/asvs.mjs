// Fails when docs/security/asvs.md names a test or file that is gone, a requirement twice, or none at all for one.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DOCUMENT = 'docs/security/asvs.md'

/** What is wrong with the table, as one sentence each. */
export function findFaults(text, exists = existsSync) {
  const faults = []
  const numbers = new Set()
  for (const line of text.split('\n').filter((line) => /^\| V\d/.test(line))) {
    const [number, level, summary, proof] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    if (numbers.has(number)) faults.push(`${number} stands twice`)
    numbers.add(number)
    if (!/^V\d+\.\d+\.\d+$/.test(number) || !/^[12]$/.test(level))
      faults.push(`${number} has no number and level of the standard`)
    if (/^Not met: \S/.test(proof ?? '')) continue
    const files = [...(proof ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file)
    if (!summary || files.length === 0)
      faults.push(`${number} says neither what meets it nor why nothing does`)
    for (const file of files) if (!exists(file)) faults.push(`${number}: ${file} is gone`)
  }
  if (numbers.size === 0) faults.push('there are no requirements')
  return faults
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const faults = findFaults(readFileSync(DOCUMENT, 'utf8'))
  for (const fault of faults) console.error(`${DOCUMENT}: ${fault}`)
  if (faults.length > 0) process.exitCode = 1
}
