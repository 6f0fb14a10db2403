export interface ToastMessage {
  id: number
  kind: 'success' | 'error' | 'info'
  title: string
  /** A second line, usually the server's own sentence. */
  detail?: string | undefined
}

/** What is said at the top right for five seconds. */
export const toast = {
  success: (title: string, detail?: string) => say('success', title, detail),
  error: (title: string, detail?: string) => say('error', title, detail),
  info: (title: string, detail?: string) => say('info', title, detail),
}

let shown: ToastMessage[] = []
let lastId = 0
const listeners = new Set<() => void>()

function say(kind: ToastMessage['kind'], title: string, detail?: string) {
  lastId += 1
  // The same said again begins its five seconds anew, rather than standing there twice.
  const others = shown.filter((message) => message.title !== title || message.detail !== detail)
  change([...others, { id: lastId, kind, title, detail }])
}

export function dismissToast(id: number) {
  change(shown.filter((message) => message.id !== id))
}

export const shownToasts = () => shown

export function watchToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(messages: ToastMessage[]) {
  shown = messages
  for (const listener of listeners) listener()
}
