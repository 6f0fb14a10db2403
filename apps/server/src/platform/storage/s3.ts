import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { inStorageTerms, undefinedIfNoObject } from './errors.ts'
import { MARKER } from './marker.ts'
import { createS3Marker } from './s3-marker.ts'
import { createS3Trash } from './s3-trash.ts'
import { type Draft, type Dress, fill, type Storage } from './storage.ts'

export interface S3Place {
  kind: 's3'
  bucket: string
  /** Before every key; ends in `/` when there is one. */
  prefix: string
  region: string
  /** Null: Amazon's own. */
  endpoint: string | null
  /** Null: from where the AWS libraries look for them (environment, profile, role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Whether browsers can reach the bucket by themselves. */
  redirects: boolean
  /** Seconds of silence after which a request is tried once more. */
  timeout: number
}

/** What one upload may hold in memory: parts of this size, so many at a time. A file has at most 10,000 parts. */
const PARTS = { partSize: 8 * 1_024 * 1_024, queueSize: 2 }
const ABANDONED = 24 * 60 * 60 * 1_000

/** Objects in a bucket. What is written becomes visible as a whole, which is S3's own promise. */
export function createS3Storage(place: S3Place, workshop: string): Storage {
  const { bucket: Bucket, prefix } = place
  const reach = connecting(place)
  const objectOf = (key: string) => ({ Bucket, Key: `${prefix}${key}` })

  async function sizeOf(key: string) {
    const { s3, client } = await reach()
    const found = await undefinedIfNoObject(() => client.send(new s3.HeadObjectCommand(objectOf(key))))
    return found && (found.ContentLength ?? 0)
  }

  return {
    folder: null,
    workshop,
    origin: place.redirects ? originOf(place) : null,
    name: `s3://${Bucket}/${prefix}${place.endpoint ? ` at ${new URL(place.endpoint).host}` : ''}`,
    trash: createS3Trash({ bucket: Bucket, prefix, reach, sizeOf }),
    ...createS3Marker({ object: objectOf(MARKER), reach }),

    async begin(key): Promise<Draft> {
      const { s3, client } = await reach()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const body = new PassThrough({ highWaterMark: 1_024 * 1_024 })
      const { client: watched, failure } = watching(client)
      const upload = new Upload({ client: watched, params: { ...objectOf(key), Body: body }, ...PARTS })
      const done = upload.done()
      const over = Promise.race([done, failure])
      // Heard by whoever writes, or else by `keep`; the stream itself may have no reader left who would hear.
      over.catch((error) => body.on('error', () => {}).destroy(error))
      return {
        write: (pieces) =>
          inStorageTerms(async () => {
            // Joined, which is to say copied: the library holds on to what it is given.
            const goesOn = body.write(Buffer.concat(pieces))
            if (goesOn && !body.destroyed) return
            // When it fails, the library lets go of the stream without saying why.
            await Promise.race([once(body, 'drain').catch(() => over), over])
          }),
        keep: () =>
          inStorageTerms(async () => {
            body.end()
            await over
          }),
        async drop() {
          await upload.abort()
          body.destroy()
          const made = await done.catch(() => null)
          if (made) await client.send(new s3.DeleteObjectCommand(objectOf(key)))
        },
      }
    },

    async put(key, bytes) {
      const { s3, client } = await reach()
      await inStorageTerms(() => client.send(new s3.PutObjectCommand({ ...objectOf(key), Body: bytes })))
    },

    async adopt(key, path) {
      const draft = await this.begin(key)
      try {
        await fill(draft, createReadStream(path, { highWaterMark: 256 * 1_024 }))
        await draft.keep()
      } catch (error) {
        await draft.drop().catch(() => {})
        throw error
      }
      await rm(path, { force: true })
    },

    async read(key, range) {
      const { s3, client } = await reach()
      const Range = range && `bytes=${range.start}-${range.end}`
      const found = await undefinedIfNoObject(() =>
        client.send(new s3.GetObjectCommand({ ...objectOf(key), Range })),
      )
      return found?.Body as Readable | undefined
    },

    sizeOf,

    async remove(key) {
      const { s3, client } = await reach()
      await inStorageTerms(() => client.send(new s3.DeleteObjectCommand(objectOf(key))))
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

    async addressOf(key, { contentType, disposition, seconds }: Dress) {
      if (!place.redirects) return null
      const { s3, client } = await reach()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const dressed = new s3.GetObjectCommand({
        ...objectOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(client, dressed, { expiresIn: Math.max(1, Math.floor(seconds)) })
    },

    // One bucket may have several endpoints.
    identity: async () => `s3 ${Bucket}/${prefix}`,

    async check() {
      const { s3, client } = await reach()
      await inStorageTerms(() => client.send(new s3.HeadBucketCommand({ Bucket })))
    },

    async tidy() {
      await mkdir(workshop, { recursive: true, mode: 0o700 })
    },

    /** Parts of uploads that nobody will finish would be paid for for ever. */
    async sweep() {
      const { s3, client } = await reach()
      for (const folder of ['files/', 'trash/']) {
        const under = { Bucket, Prefix: `${prefix}${folder}` }
        const { Uploads = [] } = await inStorageTerms(() =>
          client.send(new s3.ListMultipartUploadsCommand(under)).catch((error) => {
            // A store that cannot say has rules of its own for them.
            if (error.name === 'NotImplemented') return { Uploads: [] }
            throw error
          }),
        )
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (Initiated && Date.now() - Initiated.getTime() < ABANDONED) continue
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
function connecting({ region, endpoint, credentials, timeout }: S3Place) {
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
        httpsAgent: SOCKETS,
        httpAgent: SOCKETS,
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
function watching(client: S3Client) {
  const { promise: failure, reject } = Promise.withResolvers<never>()
  const send: S3Client['send'] = (command: Parameters<S3Client['send']>[0]) => {
    const answer = client.send(command)
    answer.catch(reject)
    return answer
  }
  return { client: Object.create(client, { send: { value: send } }) as S3Client, failure }
}

/** Every download in progress holds one. */
const SOCKETS = { maxSockets: 500, keepAlive: true }

function originOf({ bucket, region, endpoint }: S3Place) {
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`
}
