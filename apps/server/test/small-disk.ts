import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MiB = 1_024 * 1_024

/**
 * A place for files with little room, for one process: a disk of its own that it alone sees, which on Linux needs no rights
 * where people may make namespaces. Elsewhere no file of the process may be larger than that.
 */
export function smallDisk(folder: string, size: number) {
  const mount = `mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`
  for (const command of [
    ['unshare', '-Urm', 'sh', '-c', mount, folder],
    ['unshare', '-m', 'sh', '-c', mount, folder],
  ]) {
    if (works([...command, 'true'])) return { within: command, inside, fill }
  }
  return {
    within: ['sh', '-c', `trap "" XFSZ; ulimit -f ${size / 512}; exec "$@"`, 'sh'],
    inside: (_: number, name: string) => join(folder, name),
    fill: null,
  }

  /** Where others find what the process sees. */
  function inside(pid: number, name: string) {
    return join('/proc', String(pid), 'root', folder, name)
  }

  /** Until not a byte more goes in. */
  async function fill(pid: number) {
    for (const part of [MiB, 4_096]) {
      for (let n = 0; await fits(inside(pid, `ballast-${part}-${n}`), part); n++);
    }
  }
}

function works([command = '', ...words]: string[]) {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0
}

function fits(path: string, size: number) {
  return writeFile(path, Buffer.alloc(size)).then(
    () => true,
    () => false,
  )
}
