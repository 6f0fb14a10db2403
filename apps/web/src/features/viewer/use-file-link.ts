import { useState } from 'react'
import { fetchFile, isFresh } from '../files/files.queries.ts'
import type { ViewedFile } from './viewed-file.ts'

/**
 * The link to the contents. It stays the same when the file is refetched, so that nothing loads twice. The first
 * failure renews it, because links expire.
 */
export function useFileLink(file: ViewedFile) {
  const [url, setUrl] = useState(file.fileUrl)
  const [isRenewed, setRenewed] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function fail() {
    if (isRenewed && isFresh({ ...file, fileUrl: url })) return setFailed(true)
    setRenewed(true)
    try {
      const { fileUrl } = await fetchFile(file.id)
      // Links that are signed within the same second are equal.
      if (fileUrl === url) setFailed(true)
      else setUrl(fileUrl)
    } catch {
      setFailed(true)
    }
  }
  function retry() {
    setUrl(file.fileUrl)
    setRenewed(false)
    setFailed(false)
  }
  return { url, fail, hasFailed, retry }
}
