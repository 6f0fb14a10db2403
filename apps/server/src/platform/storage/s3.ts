import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { mapStorageError, undefinedIfNoObject } from './errors.ts'
import { MARKER } from './marker.ts'
import { createS3Draft } from './s3-draft.ts'
import { createS3Marker } from './s3-marker.ts'
import { createS3PartialUploads } from './s3-partial-uploads.ts'
import { createS3Trash } from './s3-trash.ts'
import type { DownloadHeaders, S3Location, Storage } from './storage.ts'

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1_000

/** Files in a bucket. S3 itself makes an object visible only as a whole. */
export function createS3Storage(location: S3Location, partialUploadFolder: string): Storage {
  const { bucket: Bucket, prefix } = location
  const connect = createS3Connection(location)
  const objectOf = (key: string) => ({ Bucket, Key: `${prefix}${key}` })

  async function sizeOf(key: string) {
    const { s3, client } = await connect()
    const found = await undefinedIfNoObject(() => client.send(new s3.HeadObjectCommand(objectOf(key))))
    return found && (found.ContentLength ?? 0)
  }

  async function put(key: string, bytes: Buffer) {
    const { s3, client } = await connect()
    await mapStorageError(() => client.send(new s3.PutObjectCommand({ ...objectOf(key), Body: bytes })))
  }

  async function read(key: string, range?: { start: number; end: number }) {
    const { s3, client } = await connect()
    const Range = range && `bytes=${range.start}-${range.end}`
    const found = await undefinedIfNoObject(() =>
      client.send(new s3.GetObjectCommand({ ...objectOf(key), Range })),
    )
    return found?.Body as Readable | undefined
  }

  const ourBucket = { bucket: Bucket, prefix, connect, sizeOf }
  const partialUploads = createS3PartialUploads(ourBucket, { read, put }, partialUploadFolder)

  return {
    folder: null,
    partialUploadFolder,
    partialUploads,
    downloadOrigin: location.redirects ? originOf(location) : null,
    name: `s3://${Bucket}/${prefix}${location.endpoint ? ` at ${new URL(location.endpoint).host}` : ''}`,
    trash: createS3Trash(ourBucket),
    ...createS3Marker({ object: objectOf(MARKER), connect }),

    async createDraft(key) {
      return createS3Draft({ ...(await connect()), object: objectOf(key) })
    },

    put,
    read,
    getSize: sizeOf,

    async remove(key) {
      const { s3, client } = await connect()
      await mapStorageError(() => client.send(new s3.DeleteObjectCommand(objectOf(key))))
    },

    async *list() {
      const { s3, client } = await connect()
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
      if (!location.redirects) return null
      const { s3, client } = await connect()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const command = new s3.GetObjectCommand({
        ...objectOf(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: 'private, no-store',
      })
      return getSignedUrl(client, command, { expiresIn: Math.max(1, Math.floor(seconds)) })
    },

    // Without the endpoint, because one bucket may have several.
    identity: async () => `s3 ${Bucket}/${prefix}`,

    async check() {
      const { s3, client } = await connect()
      await mapStorageError(() => client.send(new s3.HeadBucketCommand({ Bucket })))
    },

    prepare: partialUploads.prepare,

    /** The store charges for the parts of unfinished uploads until they are aborted. */
    async deleteAbandonedDrafts() {
      const { s3, client } = await connect()
      for (const folder of ['files/', 'trash/']) {
        const under = { Bucket, Prefix: `${prefix}${folder}` }
        const { Uploads = [] } = await mapStorageError(() =>
          client.send(new s3.ListMultipartUploadsCommand(under)).catch((error) => {
            // A store without this request removes them by its own rules.
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
      void connect.pending()?.then(({ client }) => client.destroy())
    },
  }
}

/** Connects with the first request, because the library takes 20 MB of memory. */
export function createS3Connection({ region, endpoint, credentials, timeout }: S3Location) {
  let pending: Promise<{ s3: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined

  async function open() {
    const s3 = await import('@aws-sdk/client-s3')
    const client = new s3.S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: 5_000,
        // The library starts a timer of six seconds or more three seconds late, so it cannot time out after 6 to 8 s: those
        // become 5.9.
        socketTimeout: (timeout < 9 ? Math.min(timeout, 5.9) : timeout - 3) * 1_000,
        httpsAgent: AGENT_OPTIONS,
        httpAgent: AGENT_OPTIONS,
      },
      // Not every S3-compatible store supports the newer checksums. The row of a file has its SHA-256.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { s3, client }
  }

  const connect = () => (pending ??= open())
  return Object.assign(connect, { pending: () => pending })
}

/** Every download in progress uses a socket. */
const AGENT_OPTIONS = { maxSockets: 500, keepAlive: true }

function originOf({ bucket, region, endpoint }: S3Location) {
  return endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`
}
