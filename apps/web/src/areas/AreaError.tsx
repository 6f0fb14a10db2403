import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CoreIcon } from '../ui/CoreIcon.tsx'
import { FailureDrawing } from '../ui/FailureDrawing.tsx'
import '../ui/States.css'

/** What is left when a page fails while it is drawn, or did not come at all: what is safe, and a way on. */
export function AreaError() {
  const offline = useOffline()
  return (
    <div className="wrap blank" role="alert">
      <FailureDrawing />
      <h1 tabIndex={-1}>{offline ? 'No connection' : 'This page has stopped working'}</h1>
      <p>
        {offline
          ? 'This page was not here yet when the network went. It opens by itself once the network is back.'
          : 'Everything that was saved is safe. Reload the page to go on.'}
      </p>
      <Button look="primary" onClick={reload}>
        <CoreIcon name="retry" small />
        Reload
      </Button>
    </div>
  )
}

const reload = () => window.location.reload()

/** Whether it failed without the network; then it is loaded again as soon as there is one. */
function useOffline() {
  const [offline] = useState(() => typeof navigator !== 'undefined' && !navigator.onLine)
  useEffect(() => {
    if (!offline) return
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [offline])
  return offline
}
