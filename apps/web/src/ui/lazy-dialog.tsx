import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { handleMissingCode } from '../app/missing-code.ts'

interface Closable {
  onClose: (done: false) => void
}
interface LazyModule<Props> {
  load: () => Promise<{ default: ComponentType<Props> }>
  Placeholder?: ComponentType<Props> | undefined
  Dialog?: ComponentType<Props>
}

/**
 * A dialog whose code is loaded when it is first opened. When loading fails a toast says why, the dialog closes, and the next
 * opening retries. React's `lazy` would remember the failure and throw it at the whole page. The placeholder is shown until
 * the code has loaded.
 */
export function lazyDialog<Props extends Closable>(
  load: LazyModule<Props>['load'],
  Placeholder?: ComponentType<Props>,
) {
  const module: LazyModule<Props> = { load, Placeholder }
  return (props: Props) => <LazyDialog module={module} props={props} />
}

function LazyDialog<Props extends Closable>({ module, props }: { module: LazyModule<Props>; props: Props }) {
  const [Dialog, setDialog] = useState(() => module.Dialog)
  const handleFailure = useEffectEvent(() => handleMissingCode(() => props.onClose(false)))

  useEffect(() => {
    if (module.Dialog) return
    let isClosed = false
    module.load().then(
      ({ default: loaded }) => {
        module.Dialog = loaded
        setDialog(() => loaded)
      },
      () => {
        if (!isClosed) handleFailure()
      },
    )
    return () => {
      isClosed = true
    }
  }, [module])

  const Shown = Dialog ?? module.Placeholder
  return Shown && <Shown {...props} />
}
