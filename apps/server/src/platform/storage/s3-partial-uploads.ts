import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { v4 as newId } from 'uuid'
import { createTurns } from '../process/turns.ts'
import { mapStorageError, PartialUploadLost, undefinedIfNotFound } from './errors.ts'
import { createKnownHashes } from './known-hashes.ts'
import type { Bucket } from './s3-trash.ts'
import type { PartialUpload, PartialUploadState, PartialUploadStore, Storage } from './storage.ts'

const MiB = 1_024 * 1_024
/** S3 wants 5 MiB at least. All parts have one size, because not every store takes others. */
const MIN_PART_BYTES = 8 * MiB
/** S3 numbers parts up to 10,000, and a number that a broken request may have used is left out. */
const MAX_PARTS = 4_000
/** Parts that this process sends at once: each needs its size in memory, which is used again. */
const MAX_SENDING = 3
const MAX_WAIT_TO_SEND_MS = 60_000
/** Nothing is left here by this version. */
const OLD_PIECE_MS = 60 * 60 * 1_000

/**
 * Multipart uploads that go on in several requests. A request writes its bytes to a file on this machine, so that memory does not grow
 * with the number of uploads, and sends each part while the next arrives. What is too little for a part when a request ends
 * becomes an object of its own, with which the next request begins.
 */
export function createS3PartialUploads(
  { bucket: Bucket, prefix, connect, sizeOf }: Bucket,
  { read, put }: Pick<Storage, 'read' | 'put'>,
  folder: string,
): PartialUploadStore & { prepare(): Promise<void> } {
  const hashes = createKnownHashes()
  const turns = createTurns({ total: MAX_SENDING, perKey: 1, maxWaitMs: MAX_WAIT_TO_SEND_MS })
  const memories = createMemories()
  const objectOf = (key: string) => ({ Bucket, Key: `${prefix}${key}` })

  return {
    create: async () => {},

    getSize: async ({ state }) => state?.size ?? 0,

    async append(upload, offset, bytes, saveState) {
      const known = hashes.take(upload.id, offset)
      const receiver = openReceiver(upload, saveState)
      let received = 0
      try {
        try {
          for await (const piece of bytes) {
            known?.hash.update(piece)
            received += piece.length
            await receiver.write(piece)
          }
        } finally {
          await receiver.end()
        }
        return offset + received
      } finally {
        await receiver.close()
        // Otherwise what was hashed is not what is stored.
        if (known && receiver.storedSize() === offset + received)
          hashes.keep(upload.id, { ...known, upTo: offset + received })
      }
    },

    async complete({ id, key, size, state }) {
      if (state?.multipartId) await completeMultipart(key, size, state)
      else await put(key, state?.rest ? await buffer(await readRest(state.rest)) : Buffer.alloc(0))
      if ((await sizeOf(key)) !== size) throw new Error(`the upload ${id} is not whole`)
      return hashes.compute(id, size, async (start) => {
        const stored = await read(key, { start, end: size - 1 })
        if (!stored) throw new PartialUploadLost()
        return stored
      })
    },

    async remove({ id, key, state }) {
      hashes.delete(id)
      if (!state) return
      const { s3, client } = await connect()
      const { multipartId: UploadId, rest } = state
      await mapStorageError(async () => {
        if (UploadId)
          await client
            .send(new s3.AbortMultipartUploadCommand({ ...objectOf(key), UploadId }))
            .catch(ignoreUnknownUpload)
        if (rest) await client.send(new s3.DeleteObjectCommand(objectOf(rest.key)))
      })
    },

    /** Multipart uploads are drafts, which have a clean-up of their own. */
    async deleteAbandoned(before) {
      const { s3, client } = await connect()
      const under = { Bucket, Prefix: `${prefix}unfinished/` }
      await mapStorageError(async () => {
        for await (const { Contents = [] } of s3.paginateListObjectsV2({ client }, under))
          for (const { Key, LastModified } of Contents)
            if (LastModified && LastModified < before)
              await client.send(new s3.DeleteObjectCommand({ Bucket, Key }))
      })
    },

    /** Earlier versions kept whole uploads here. */
    async prepare() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const name of await readdir(folder)) {
        const found = await undefinedIfNotFound(() => stat(join(folder, name)))
        if (found && Date.now() - found.mtimeMs > OLD_PIECE_MS) await rm(join(folder, name), { force: true })
      }
    },
  }

  /** Receives the bytes of one request. */
  function openReceiver(
    { id, key, size, state: saved }: PartialUpload,
    saveState: (state: PartialUploadState) => Promise<void>,
  ) {
    let state = saved ?? newState(size)
    const partsSize = () => state.size - (state.rest?.size ?? 0)
    /** One is filled while the other is sent. */
    const files: FileHandle[] = []
    let filling = 0
    let filled = 0
    let hasBegun = false
    let hasNumbers = false
    let sending = Promise.resolve()

    return {
      async write(piece: Buffer) {
        if (!hasBegun) await begin()
        for (let rest = piece; rest.length > 0; ) {
          const part = rest.subarray(0, state.partBytes - filled)
          rest = rest.subarray(part.length)
          await fill(part)
          if (filled === state.partBytes) await startPart()
        }
      },
      async end() {
        await sending
        if (filled === 0) return
        const isLast = state.multipartId !== null && partsSize() + filled === size
        if (isLast) await startPart()
        else await saveRest()
        await sending
      },
      storedSize: () => state.size,
      async close() {
        await sending.catch(() => {})
        await Promise.all(files.map((file) => file.close()))
      },
    }

    async function begin() {
      hasBegun = true
      if (state.rest) for await (const piece of await readRest(state.rest)) await fill(piece)
    }

    async function fill(piece: Buffer) {
      files[filling] ??= await openTemporaryFile(folder)
      await mapStorageError(() => writeAll(currentFile(), piece, filled))
      filled += piece.length
    }

    /** Resolves when the next part can be filled. */
    async function startPart() {
      await sending
      sending = sendPart(currentFile(), filled)
      // The next `await sending` throws the error.
      sending.catch(() => {})
      filling = 1 - filling
      filled = 0
    }

    function currentFile() {
      return files[filling] as FileHandle
    }

    async function sendPart(file: FileHandle, bytes: number) {
      const multipartId = await reserveNumbers()
      const { s3, client } = await connect()
      const PartNumber = state.nextNumber
      const { ETag = '' } = await withFileContents(id, file, bytes, (Body) =>
        client.send(new s3.UploadPartCommand({ ...objectOf(key), UploadId: multipartId, PartNumber, Body })),
      )
      const { rest } = state
      await save({
        ...state,
        parts: [...state.parts, { number: PartNumber, etag: ETag }],
        nextNumber: PartNumber + 1,
        rest: null,
        size: partsSize() + bytes,
      })
      if (rest) await removeRest(rest.key)
    }

    /**
     * The request before this one may still be sending a part although it has been given up, and would overwrite one of the
     * same number.
     */
    async function reserveNumbers() {
      const multipartId = state.multipartId ?? (await createMultipart(key))
      if (!hasNumbers) await save({ ...state, multipartId, nextNumber: state.nextNumber + 1 })
      hasNumbers = true
      return multipartId
    }

    async function saveRest() {
      const former = state.rest
      const rest = { key: `unfinished/${id}.${newId()}`, size: filled }
      await withFileContents(id, currentFile(), filled, (bytes) => put(rest.key, bytes))
      await save({ ...state, rest, size: partsSize() + filled })
      if (former) await removeRest(former.key)
    }

    async function save(next: PartialUploadState) {
      await saveState(next)
      state = next
    }
  }

  async function withFileContents<T>(
    id: string,
    file: FileHandle,
    size: number,
    send: (contents: Buffer) => Promise<T>,
  ) {
    await turns.take(id)
    const memory = memories.take(size)
    try {
      return await mapStorageError(async () => {
        const contents = memory.subarray(0, size)
        await readAll(file, contents)
        return send(contents)
      }).catch(throwLostIfUnknown)
    } finally {
      memories.giveBack(memory)
      turns.end(id)
    }
  }

  async function createMultipart(key: string) {
    const { s3, client } = await connect()
    const { UploadId = '' } = await mapStorageError(() =>
      client.send(new s3.CreateMultipartUploadCommand(objectOf(key))),
    )
    return UploadId
  }

  async function completeMultipart(key: string, size: number, { multipartId, parts }: PartialUploadState) {
    const { s3, client } = await connect()
    const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }))
    try {
      await mapStorageError(() =>
        client.send(
          new s3.CompleteMultipartUploadCommand({
            ...objectOf(key),
            UploadId: multipartId ?? '',
            MultipartUpload: { Parts },
          }),
        ),
      )
    } catch (error) {
      // It was completed before, by a request whose process was killed before it could write the row.
      if (!isUnknownUpload(error)) throw error
      if ((await sizeOf(key)) !== size) throw new PartialUploadLost({ cause: error })
    }
  }

  async function readRest({ key }: { key: string }): Promise<Readable> {
    const stored = await read(key)
    if (!stored) throw new PartialUploadLost()
    return stored
  }

  /** One that stays is deleted after a day. */
  async function removeRest(key: string) {
    const { s3, client } = await connect()
    await client.send(new s3.DeleteObjectCommand(objectOf(key))).catch(() => {})
  }
}

/** Memory that is used again for the next part, so that it does not grow until it is collected, and freed when nobody uploads. */
function createMemories() {
  let free: Buffer[] = []
  let timer: NodeJS.Timeout | undefined
  return {
    take: (size: number) =>
      free.length > 0 && size <= MIN_PART_BYTES
        ? (free.pop() as Buffer)
        : Buffer.allocUnsafeSlow(Math.max(size, MIN_PART_BYTES)),
    giveBack(memory: Buffer) {
      if (memory.length === MIN_PART_BYTES) free.push(memory)
      timer ??= setTimeout(() => {
        timer = undefined
        free = []
      }, FREE_AFTER_MS).unref()
      timer.refresh()
    },
  }
}
const FREE_AFTER_MS = 10_000

function newState(size: number): PartialUploadState {
  return {
    partBytes: Math.max(MIN_PART_BYTES, Math.ceil(size / MAX_PARTS / MiB) * MiB),
    multipartId: null,
    parts: [],
    nextNumber: 1,
    rest: null,
    size: 0,
  }
}

/** It has no name, so nothing is left of it when the process is killed. */
async function openTemporaryFile(folder: string) {
  return mapStorageError(async () => {
    const path = join(folder, newId())
    const file = await open(path, 'wx+', 0o600)
    await rm(path, { force: true })
    return file
  })
}

async function writeAll(file: FileHandle, bytes: Buffer, at: number) {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten
}

async function readAll(file: FileHandle, into: Buffer) {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, done)
    if (bytesRead === 0) throw new Error('a temporary file is shorter than what was written')
    done += bytesRead
  }
}

function isUnknownUpload(error: unknown) {
  const { name, cause } = error as Error
  return name === 'NoSuchUpload' || (cause as Error | undefined)?.name === 'NoSuchUpload'
}

function ignoreUnknownUpload(error: unknown) {
  if (!isUnknownUpload(error)) throw error
}

function throwLostIfUnknown(error: unknown): never {
  throw isUnknownUpload(error) ? new PartialUploadLost({ cause: error }) : error
}
