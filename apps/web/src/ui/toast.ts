export interface ToastMessage {
  id: number
  kind: 'success' | 'error' | 'info'
  title: string
  /** A second line, usually the server's own sentence. */
  detail?: string | undefined
  action?: ToastAction | undefined
}

/** A button in the toast. It is also reached by F6. */
export interface ToastAction {
  label: string
  run: () => void
}

/** Shows a toast at the top right, or at the bottom where it would cover what was just used, for five seconds, or ten with an action. */
export const toast = {
  success: (title: string, detail?: string, action?: ToastAction) =>
    showToast('success', title, detail, action),
  error: (title: string, detail?: string) => showToast('error', title, detail),
  info: (title: string, detail?: string, action?: ToastAction) => showToast('info', title, detail, action),
}

let toasts: ToastMessage[] = []
let lastId = 0
const listeners = new Set<() => void>()

function showToast(kind: ToastMessage['kind'], title: string, detail?: string, action?: ToastAction) {
  lastId += 1
  // A repeated toast restarts its time instead of appearing twice. Each action is about something else.
  const others = toasts.filter(
    (message) => message.action || message.title !== title || message.detail !== detail,
  )
  setToasts([...others, { id: lastId, kind, title, detail, action }])
  return lastId
}

export function dismissToast(id: number) {
  setToasts(toasts.filter((message) => message.id !== id))
}

export const currentToasts = () => toasts

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setToasts(messages: ToastMessage[]) {
  toasts = messages
  for (const listener of listeners) listener()
}
