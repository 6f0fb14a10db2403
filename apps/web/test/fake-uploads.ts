import { vi } from 'vitest'

interface FakeResponse {
  status: number
  body?: object
  headers?: Record<string, string>
}

interface FakeUpload {
  method: string
  url: string
  token: string | undefined
  /** Of a form. */
  fields: Record<string, unknown>
  progress(bytesSent: number): void
  respond(response: FakeResponse): void
  loseConnection(): void
}

/** Replaces XMLHttpRequest, so that a test sees each upload request and decides how it ends. */
export function fakeUploads() {
  const requests: FakeUpload[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number; lengthComputable: true }) => void } = {}
      status = 0
      responseText = ''
      onload?: () => void
      onerror?: (event: Event) => void
      onabort?: () => void
      readonly #headers: Record<string, string> = {}
      #responseHeaders: Record<string, string> = {}
      #method = ''
      #url = ''
      open(method: string, url: string) {
        this.#method = method
        this.#url = url
      }
      setRequestHeader(name: string, value: string) {
        this.#headers[name.toLowerCase()] = value
      }
      getResponseHeader(name: string) {
        return this.#responseHeaders[name.toLowerCase()] ?? null
      }
      abort() {
        this.onabort?.()
      }
      send(body?: unknown) {
        requests.push({
          method: this.#method,
          url: this.#url,
          token: this.#headers.authorization,
          fields: body instanceof FormData ? Object.fromEntries(body) : {},
          progress: (loaded) => this.upload.onprogress?.({ loaded, lengthComputable: true }),
          respond: ({ status, body = {}, headers = {} }) => {
            this.status = status
            this.responseText = JSON.stringify(body)
            this.#responseHeaders = headers
            this.onload?.()
          },
          loseConnection: () => this.onerror?.(new Event('error')),
        })
      }
    },
  )
  return requests
}
