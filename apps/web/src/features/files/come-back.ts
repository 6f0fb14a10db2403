import { ApiError } from '../../app/api.ts'

const LONGEST = 30_000

/** Those who wait for the line. */
const waiting = new Set<() => void>()

export const comeBack = {
  /** Does something again and again until the line holds; `onLost` is told each time it breaks. Who gets on says so. */
  async after(work: (getsOn: () => void) => Promise<void>, onLost: () => void, signal: AbortSignal) {
    for (let times = 0; ; times++) {
      try {
        return await work(() => {
          times = 0
        })
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiError) || !isPassing(error)) throw error
        onLost()
        await line(Math.min(LONGEST, 1_000 * 2 ** times), signal)
      }
    }
  },

  /** Whoever waits need not any longer. */
  now() {
    for (const goOn of waiting) goOn()
  },
}

/** Code that does not load is a line that broke as well. */
export const loaded = <T>(code: Promise<T>) =>
  code.catch(() => {
    throw new ApiError(0, { code: 'UNREACHABLE' })
  })

/** No line, somebody else at it for the moment (an old connection that the server has not given up), or a server that is back soon. */
const isPassing = ({ status, code }: ApiError) =>
  [0, 408, 409, 423, 429, 502, 503, 504].includes(status) && code !== 'TOO_MANY_UNFINISHED_UPLOADS'

/** Until the browser says that it is online, somebody presses Retry, or so much time has gone by. */
function line(delay: number, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(goOn, delay)
    waiting.add(goOn)
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', giveUp)

    function goOn() {
      stop()
      resolve()
    }
    function giveUp() {
      stop()
      reject(signal.reason)
    }
    function stop() {
      clearTimeout(timer)
      waiting.delete(goOn)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', giveUp)
    }
  })
}
