import { files } from '@portico/contract'
import { ApiError } from '../../app/api.ts'
import type { FileToSend } from './file-to-send.ts'
import { parseErrorResponse, requireToken, updateSession } from './upload-request.ts'

/**
 * Sends a small file in one request: by XMLHttpRequest, because `fetch` does not report upload progress.
 * Returns the id of the stored file.
 */
export async function sendAsForm({
  file,
  area,
  projectId,
  target,
  clientUploadId,
  signal,
  onProgress,
}: FileToSend) {
  const token = requireToken(area)
  const { url } = area === 'client' ? files.uploadAsClient : files.upload
  const body = new FormData()
  body.set('projectId', projectId)
  // Before the file, so that the server recognises a repeat whatever else it would refuse.
  body.set('clientUploadId', clientUploadId)
  const { versionOf, sectionId, requestId, staged } = target
  for (const [name, id] of Object.entries({ versionOf, sectionId, requestId })) if (id) body.set(name, id)
  if (staged) body.set('staged', 'true')
  body.set('file', file, file.name)

  const request = new XMLHttpRequest()
  return new Promise<string | undefined>((resolve, reject) => {
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
    request.onload = () => {
      updateSession(area, token, request.status, request.getResponseHeader('x-session-token'))
      if (request.status === 201) resolve(readId(request.responseText))
      else {
        const retryAfter = request.getResponseHeader('retry-after')
        reject(parseErrorResponse(request.status, request.responseText, retryAfter))
      }
    }
    request.onerror = () => reject(new ApiError(0, { code: 'UNREACHABLE' }))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())

    request.open('POST', `/api${url}`)
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.send(body)
  })
}

function readId(body: string) {
  try {
    return (JSON.parse(body) as Partial<files.File>).id
  } catch {
    // The file is stored; the list shows which it is.
    return undefined
  }
}
