import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { reloadFailedStylesheets } from './failed-stylesheets.ts'
import { toast } from './toast.ts'

interface Closable {
  onClose: (done: false) => void
}
interface Part<Props> {
  load: () => Promise<{ default: ComponentType<Props> }>
  /** Once it has come. */
  Dialog?: ComponentType<Props>
}

/**
 * What opens over the page: its code comes with its first opening, and then it is there at once. Where it does not come,
 * that is said and it is closed; the next opening asks anew. `lazy` would keep the failure and throw it at the whole page.
 */
export function lazyDialog<Props extends Closable>(load: Part<Props>['load']) {
  const part: Part<Props> = { load }
  return (props: Props) => <LazyDialog part={part} props={props} />
}

function LazyDialog<Props extends Closable>({ part, props }: { part: Part<Props>; props: Props }) {
  const [Dialog, show] = useState(() => part.Dialog)
  const fail = useEffectEvent(() => {
    toast.error('This could not be opened', 'We could not reach the server.')
    props.onClose(false)
  })

  useEffect(() => {
    if (part.Dialog) return
    let closed = false
    Promise.all([part.load(), reloadFailedStylesheets()]).then(
      ([{ default: loaded }]) => {
        part.Dialog = loaded
        show(() => loaded)
      },
      () => closed || fail(),
    )
    return () => {
      closed = true
    }
  }, [part])

  return Dialog && <Dialog {...props} />
}
