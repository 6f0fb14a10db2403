import { mapStorageError, undefinedIfNoObject } from './errors.ts'
import type { Bucket } from './s3-trash.ts'
import type { Storage } from './storage.ts'

interface MarkerLocation {
  object: { Bucket: string; Key: string }
  connect: Bucket['connect']
}

export function createS3Marker({
  object,
  connect,
}: MarkerLocation): Pick<Storage, 'readMarker' | 'writeMarker'> {
  return {
    async readMarker() {
      const { s3, client } = await connect()
      // A HEAD response does not distinguish a missing object from a missing bucket.
      const found = await undefinedIfNoObject(() => client.send(new s3.GetObjectCommand(object)))
      return mapStorageError(async () => found?.Body?.transformToString())
    },

    async writeMarker(text, { replace }) {
      const { s3, client } = await connect()
      const put = (condition: { IfNoneMatch?: string }) =>
        client.send(
          new s3.PutObjectCommand({ ...object, Body: text, ContentType: 'application/json', ...condition }),
        )
      await mapStorageError(async () => {
        if (replace) return put({})
        return put({ IfNoneMatch: '*' }).catch((error) => {
          const status = error.$metadata?.httpStatusCode
          // Not every S3 store supports the condition.
          if (status === 501) return put({})
          // There is one already, or another process is writing one.
          if (status !== 412 && status !== 409) throw error
        })
      })
    },
  }
}
