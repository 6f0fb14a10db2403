import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MiB = 1_024 * 1_024

/**
 * A small disk for one process. On Linux it is a mount that only this process sees, which needs no privileges where
 * user namespaces are allowed. Elsewhere it is a limit on the size of each file.
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

  /** The path by which other processes reach the mount. */
  function inside(pid: number, name: string) {
    return join('/proc', String(pid), 'root', folder, name)
  }

  /** Fills the disk to the last byte. */
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
