import { vi } from 'vitest'

type Answer = { status: number; body?: object }

/** Stands in for XMLHttpRequest, which jsdom would send over a real line: what was sent, and how each ends. */
export function uploading() {
  const sent: Sent[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload: { onprogress?: (event: { loaded: number }) => void } = {}
      status = 0
      responseText = ''
      onload?: () => void
      onerror?: () => void
      onabort?: () => void
      readonly #headers: Record<string, string> = {}
      #url = ''
      open(_method: string, url: string) {
        this.#url = url
      }
      setRequestHeader(name: string, value: string) {
        this.#headers[name] = value
      }
      getResponseHeader() {
        return null
      }
      abort() {
        this.onabort?.()
      }
      send(form: FormData) {
        sent.push({
          url: this.#url,
          token: this.#headers.authorization,
          fields: Object.fromEntries(form),
          progress: (loaded) => this.upload.onprogress?.({ loaded }),
          answer: ({ status, body = {} }) => {
            this.status = status
            this.responseText = JSON.stringify(body)
            this.onload?.()
          },
          cut: () => this.onerror?.(),
        })
      }
    },
  )
  return sent
}

interface Sent {
  url: string
  token: string | undefined
  fields: Record<string, unknown>
  progress(loaded: number): void
  answer(answer: Answer): void
  cut(): void
}
