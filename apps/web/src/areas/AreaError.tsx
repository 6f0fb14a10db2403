import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CoreIcon } from '../ui/CoreIcon.tsx'
import { FailureDrawing } from '../ui/FailureDrawing.tsx'
import '../ui/States.css'

/** In place of a page that failed to render, or whose code did not load. `path` is the page to load, if not the current one. */
export function AreaError({ path }: { path?: string }) {
  const isOffline = useIsOfflineAtFirst()
  useEffect(() => {
    if (!isOffline) return
    const loadPage = () => load(path)
    window.addEventListener('online', loadPage)
    return () => window.removeEventListener('online', loadPage)
  }, [isOffline, path])
  return (
    <div className="wrap blank" role="alert">
      <FailureDrawing />
      <h1 tabIndex={-1}>{isOffline ? 'No connection' : 'This page has stopped working'}</h1>
      <p>
        {isOffline
          ? 'This page had not loaded when the connection was lost. It opens by itself once you are back online.'
          : 'Everything that was saved is safe. Reload the page to go on.'}
      </p>
      <Button look="primary" onClick={() => load(path)}>
        <CoreIcon name="retry" small />
        Reload
      </Button>
    </div>
  )
}

function useIsOfflineAtFirst() {
  const [isOffline] = useState(() => typeof navigator !== 'undefined' && !navigator.onLine)
  return isOffline
}

function load(path: string | undefined) {
  if (path === undefined) window.location.reload()
  else window.location.assign(path)
}
