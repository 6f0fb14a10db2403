import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { mapStorageError, undefinedIfNoObject } from './errors.ts'
import { fillDraft } from './fill-draft.ts'
import { MARKER } from './marker.ts'
import { createS3Marker } from './s3-marker.ts'
import { createS3Trash } from './s3-trash.ts'
import type { DownloadHeaders, Draft, S3Location, Storage } from './storage.ts'

/** What one upload may hold in memory: parts of this size, so many at a time. A file has at most 10,000 parts. */
const PART_OPTIONS = { partSize: 8 * 1_024 * 1_024, queueSize: 2 }
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000

/** Objects in a bucket. What is written becomes visible as a whole, which is S3's own promise. */
export function createS3Storage(place: S3Location, partialUploadFolder: string): Storage {
  const { bucket: Bucket, prefix } = place
  const reach = createConnection(place)
  const objectOf = (key: string) => ({ Bucket, Key: `${prefix}${key}` })

  async function sizeOf(key: string) {
    const { s3, client } = await reach()
    const found = await undefinedIfNoObject(() => client.send(new s3.HeadObjectCommand(objectOf(key))))
    return found && (found.ContentLength ?? 0)
  }

  return {
    folder: null,
    partialUploadFolder,
    downloadOrigin: place.redirects ? originOf(place) : null,
    name: `s3://${Bucket}/${prefix}${place.endpoint ? ` at ${new URL(place.endpoint).host}` : ''}`,
    trash: createS3Trash({ bucket: Bucket, prefix, reach, sizeOf }),
    ...createS3Marker({ object: objectOf(MARKER), reach }),

    async createDraft(key): Promise<Draft> {
      const { s3, client } = await reach()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const body = new PassThrough({ highWaterMark: 1_024 * 1_024 })
      const { client: watched, failure } = rejectOnFirstFailure(client)
      const upload = new Upload({
        client: watched,
        params: { ...objectOf(key), Body: body },
        ...PART_OPTIONS,
      })
      const done = upload.done()
      const over = Promise.race([done, failure])
      // Heard by whoever writes, or else by `keep`; the stream itself may have no reader left who would hear.
      over.catch((error) => body.on('error', () => {}).destroy(error))
      return {
        write: (pieces) =>
          mapStorageError(async () => {
            // Joined, which is to say copied: the library holds on to what it is given.
            const goesOn = body.write(Buffer.concat(pieces))
            if (goesOn && !body.destroyed) return
            // When it fails, the library lets go of the stream without saying why.
            await Promise.race([once(body, 'drain').catch(() => over), over])
          }),
        commit: () =>
          mapStorageError(async () => {
            body.end()
            await over
          }),
        async discard() {
          await upload.abort()
          body.destroy()
          const made = await done.catch(() => null)
          if (made) await client.send(new s3.DeleteObjectCommand(objectOf(key)))
        },
      }
    },

    async put(key, bytes) {
      const { s3, client } = await reach()
      await mapStorageError(() => client.send(new s3.PutObjectCommand({ ...objectOf(key), Body: bytes })))
    },

    async putFile(key, path) {
      const draft = await this.createDraft(key)
      try {
        await fillDraft(draft, createReadStream(path, { highWaterMark: 256 * 1_024 }))
        await draft.commit()
      } catch (error) {
        await draft.discard().catch(() => {})
        throw error
      }
    },

    async read(key, range) {
      const { s3, client } = await reach()
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await undefinedIfNoObject(() =>
        client.send(new s3.GetObjectCommand({ ...objectOf(key), Range })),
      )
      return found?.Body as Readable | undefined
    },

    getSize: sizeOf,

    async remove(key) {
      const { s3, client } = await reach()
      await mapStorageError(() => client.send(new s3.DeleteObjectCommand(objectOf(key))))
    },

    async *list() {
      const { s3, client } = await reach()
      for await (const { Contents = [] } of s3.paginateListObjectsV2(
        { client },
        { Bucket, Prefix: `${prefix}files/` },
      )) {
        for (const { Key = '', LastModified, Size = 0 } of Contents) {
          yield { key: Key.slice(prefix.length), storedAt: LastModified ?? new Date(), size: Size }
        }
      }
    },

    async createDownloadUrl(key, { contentType, disposition, seconds }: DownloadHeaders) {
      if (!place.redirects) return null
      const { s3, client } = await reach()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const command = new s3.GetObjectCommand({
        ...objectOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(client, command, { expiresIn: Math.max(1, Math.floor(seconds)) })
    },

    // One bucket may have several endpoints.
    identity: async () => `s3 ${Bucket}/${prefix}`,

    async check() {
      const { s3, client } = await reach()
      await mapStorageError(() => client.send(new s3.HeadBucketCommand({ Bucket })))
    },

    async prepare() {
      await mkdir(partialUploadFolder, { recursive: true, mode: 0o700 })
    },

    /** Parts of uploads that nobody will finish would be paid for for ever. */
    async deleteAbandonedDrafts() {
      const { s3, client } = await reach()
      for (const folder of ['files/', 'trash/']) {
        const under = { Bucket, Prefix: `${prefix}${folder}` }
        const { Uploads = [] } = await mapStorageError(() =>
          client.send(new s3.ListMultipartUploadsCommand(under)).catch((error) => {
            // A store that cannot say has rules of its own for them.
            if (error.name === 'NotImplemented') return { Uploads: [] }
            throw error
          }),
        )
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (Initiated && Date.now() - Initiated.getTime() < ABANDONED_AFTER_MS) continue
          await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        }
      }
    },

    close() {
      void reach.begun()?.then(({ client }) => client.destroy())
    },
  }
}

/** The library is 20 MB of memory; it is loaded with the first file. */
function createConnection({ region, endpoint, credentials, timeout }: S3Location) {
  let begun: Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined

  async function connect() {
    const s3 = await import('@aws-sdk/client-s3')
    const client = new s3.S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: 5_000,
        // From six seconds on the library begins to count three seconds late.
        socketTimeout: (timeout < 9 ? Math.min(timeout, 5.9) : timeout - 3) * 1_000,
        httpsAgent: AGENT_OPTIONS,
        httpAgent: AGENT_OPTIONS,
      },
      // Not every store that speaks S3 knows the newer checksums; ours is SHA-256, kept with the row.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { s3, client }
  }

  const reach = () => (begun ??= connect())
  return Object.assign(reach, { begun: () => begun })
}

/**
 * The library says that an upload has failed when it has tidied up behind it, and a store that does not answer does not
 * answer to that either. So the first request that fails is heard here.
 */
function rejectOnFirstFailure(client: S3Client) {
  const { promise: failure, reject } = Promise.withResolvers<never>()
  const send: S3Client['send'] = (command: Parameters<S3Client['send']>[0]) => {
    const answer = client.send(command)
    answer.catch(reject)
    return answer
  }
  return { client: Object.create(client, { send: { value: send } }) as S3Client, failure }
}

/** Every download in progress holds one. */
const AGENT_OPTIONS = { maxSockets: 500, keepAlive: true }

function originOf({ bucket, region, endpoint }: S3Location) {
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`
}
