import { type ComponentType, useEffect, useState } from 'react'
import { runWhenIdle } from '../app/run-when-idle.ts'

/**
 * A part of a page that can come later: its code is loaded when the browser is idle. When that fails, the page does without it.
 * React's `lazy` would throw the failure at the whole page. The placeholder is shown until then.
 */
export function loadWhenIdle<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Placeholder?: ComponentType<Props>,
) {
  let Loaded: ComponentType<Props> | undefined
  return (props: Props) => {
    const [Part, setPart] = useState(() => Loaded)
    useEffect(
      () =>
        runWhenIdle(() => {
          load().then(
            ({ default: part }) => {
              Loaded = part
              setPart(() => part)
            },
            () => {},
          )
        }),
      [],
    )
    const Shown = Part ?? Placeholder
    return Shown && <Shown {...props} />
  }
}
