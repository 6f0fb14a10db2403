import { Button } from '../ui/Button.tsx'
import { CoreIcon } from '../ui/CoreIcon.tsx'
import { Lamp } from '../ui/Lamp.tsx'
import '../ui/States.css'

/** What is left when a page fails while it is drawn: what is safe, and a way on. */
export function AreaError() {
  return (
    <div className="wrap blank" role="alert">
      <Lamp />
      <h1 tabIndex={-1}>This page has stopped working</h1>
      <p>Everything that was saved is safe. Reload the page to go on.</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        <CoreIcon name="retry" small />
        Reload
      </Button>
    </div>
  )
}
