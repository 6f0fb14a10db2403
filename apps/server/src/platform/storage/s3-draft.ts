import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { mapStorageError } from './errors.ts'
import type { Draft } from './storage.ts'

/** Bounds the memory of one upload. A file has at most 10,000 parts. */
const PART_OPTIONS = { partSize: 8 * 1_024 * 1_024, queueSize: 2 }

interface Target {
  s3: typeof import('@aws-sdk/client-s3')
  client: S3Client
  object: { Bucket: string; Key: string }
}

/** A multipart upload: the object exists once `commit` has resolved. */
export async function createS3Draft(
  { s3, client, object }: Target,
  { partSize = PART_OPTIONS.partSize, queueSize = PART_OPTIONS.queueSize } = {},
): Promise<Draft> {
  const { Upload } = await import('@aws-sdk/lib-storage')
  const body = new PassThrough({ highWaterMark: 1_024 * 1_024 })
  const { client: watchedClient, failure } = rejectOnFirstFailure(client)
  const upload = new Upload({ client: watchedClient, params: { ...object, Body: body }, partSize, queueSize })
  const done = upload.done()
  const doneOrFailed = Promise.race([done, failure])
  // `write` and `commit` throw the error. The listener prevents an unhandled one when the stream has no reader any more.
  doneOrFailed.catch((error) => body.on('error', () => {}).destroy(error))

  return {
    write: (pieces) =>
      mapStorageError(async () => {
        // `concat` copies: the caller may reuse its buffers while the library still holds these.
        const hasRoom = body.write(Buffer.concat(pieces))
        if (hasRoom && !body.destroyed) return
        // A failed upload destroys the stream without the reason.
        await Promise.race([once(body, 'drain').catch(() => doneOrFailed), doneOrFailed])
      }),
    commit: () =>
      mapStorageError(async () => {
        body.end()
        await doneOrFailed
      }),
    async discard() {
      await upload.abort()
      body.destroy()
      const result = await done.catch(() => null)
      if (result) await client.send(new s3.DeleteObjectCommand(object))
    },
  }
}

/**
 * `upload.done()` rejects only after the library has aborted the upload, which takes long when the store does not respond.
 * So the first request that fails rejects `failure`.
 */
function rejectOnFirstFailure(client: S3Client) {
  const { promise: failure, reject } = Promise.withResolvers<never>()
  const send: S3Client['send'] = (command: Parameters<S3Client['send']>[0]) => {
    const response = client.send(command)
    response.catch(reject)
    return response
  }
  return { client: Object.create(client, { send: { value: send } }) as S3Client, failure }
}
