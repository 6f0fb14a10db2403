import type { S3Client } from '@aws-sdk/client-s3'
import { mapStorageError } from './errors.ts'
import type { Trash, TrashedObject } from './storage.ts'

type Library = typeof import('@aws-sdk/client-s3')

export interface Bucket {
  bucket: string
  prefix: string
  connect(): Promise<{ s3: Library; client: S3Client }>
  sizeOf(key: string): Promise<number | undefined>
}

/**
 * The trash of a bucket: `trash/2026-11-23/{name}`. S3 cannot rename, so an object is copied and then deleted. A crash in
 * between leaves both, and the next run completes the move.
 */
export function createS3Trash(bucket: Bucket): Trash {
  const { bucket: Bucket, prefix, connect, sizeOf } = bucket
  const trashKey = ({ key, day }: Pick<TrashedObject, 'key' | 'day'>) =>
    `trash/${day}/${key.slice('files/'.length)}`

  return {
    async add(key, day) {
      const size = await sizeOf(key)
      if (size === undefined) return
      await move(key, trashKey({ key, day }), size)
    },

    async *list() {
      const { s3, client } = await connect()
      const folder = `${prefix}trash/`
      for await (const { Contents = [] } of s3.paginateListObjectsV2(
        { client },
        { Bucket, Prefix: folder },
      )) {
        for (const { Key = '', Size = 0 } of Contents) {
          const [, day, name] = /^(\d{4}-\d\d-\d\d)\/([^/]+)$/.exec(Key.slice(folder.length)) ?? []
          if (day && name) yield { key: `files/${name}`, day, size: Size }
        }
      }
    },

    async putBack(trashed) {
      if ((await sizeOf(trashed.key)) !== undefined) return false
      await move(trashKey(trashed), trashed.key, trashed.size)
      return true
    },

    remove: (trashed) => deleteObject(trashKey(trashed)),
  }

  async function move(from: string, to: string, size: number) {
    await copyObject(bucket, { from, to, size })
    if ((await sizeOf(to)) !== size) throw new Error(`the copy of ${from} is not whole`)
    await deleteObject(from)
  }

  async function deleteObject(key: string) {
    const { s3, client } = await connect()
    await mapStorageError(() => client.send(new s3.DeleteObjectCommand({ Bucket, Key: `${prefix}${key}` })))
  }
}

interface Copy {
  from: string
  to: string
  size: number
}

const MAX_COPY_BYTES = 5 * 1_024 ** 3

export async function copyObject(
  { bucket, prefix, connect }: Bucket,
  { from, to, size }: Copy,
  maxCopyBytes = MAX_COPY_BYTES,
) {
  const { s3, client } = await connect()
  const target = { Bucket: bucket, Key: `${prefix}${to}` }
  const CopySource = `${bucket}/${prefix}${from}`.split('/').map(encodeURIComponent).join('/')
  if (size <= maxCopyBytes) {
    await mapStorageError(() => client.send(new s3.CopyObjectCommand({ ...target, CopySource })))
    return
  }

  await mapStorageError(async () => {
    const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(target))
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let start = 0; start < size; start += maxCopyBytes) {
        const PartNumber = Parts.length + 1
        const CopySourceRange = `bytes=${start}-${Math.min(start + maxCopyBytes, size) - 1}`
        const { CopyPartResult } = await client.send(
          new s3.UploadPartCopyCommand({ ...target, UploadId, PartNumber, CopySource, CopySourceRange }),
        )
        Parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
      }
      await client.send(
        new s3.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }),
      )
    } catch (error) {
      await client.send(new s3.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {})
      throw error
    }
  })
}
