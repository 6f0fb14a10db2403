import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { CannotStart } from '../process/cannot-start.ts'

/** Every file in the age format begins with it. */
export const AGE_MAGIC = 'age-encryption.org/v1'
/** An attempt to guess a passphrase costs 256 MB of memory with age's own 18, and 32 MB with this. A backup has to fit into 100 MB. */
const SCRYPT_WORK_FACTOR = 15

/** In the format of age (https://age-encryption.org), so that `age --decrypt` opens it as well. */
export async function encrypt(plain: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR)
  return fromWeb(await encrypter.encrypt(toWeb(plain)))
}

export async function decrypt(encrypted: Readable, passphrase: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const plain = await decrypter.decrypt(toWeb(encrypted)).catch((error: Error) => {
    if (/no identity matched/.test(error.message))
      throw new CannotStart('The passphrase is not the one with which this backup was encrypted.')
    throw error
  })
  return fromWeb(plain)
}

/** Few bytes wait in it: Node's own default for streams of bytes is 16 chunks. */
const toWeb = (stream: Readable) =>
  Readable.toWeb(stream, {
    strategy: { highWaterMark: 1 },
  }) as unknown as globalThis.ReadableStream<Uint8Array>

const fromWeb = (stream: unknown) => Readable.fromWeb(stream as ReadableStream, { objectMode: false })
