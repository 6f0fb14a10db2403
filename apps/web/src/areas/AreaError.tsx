import { Button } from '../ui/Button.tsx'
import { Drawing } from '../ui/Drawing.tsx'
import { Icon } from '../ui/Icon.tsx'
import '../ui/States.css'

/** What is left when a page fails while it is drawn: what is safe, and a way on. */
export function AreaError() {
  return (
    <div className="wrap blank" role="alert">
      <Drawing name="lamp" />
      <h1 tabIndex={-1}>This page has stopped working</h1>
      <p>Everything that was saved is safe. Reload the page to go on.</p>
      <Button look="primary" onClick={() => window.location.reload()}>
        <Icon name="retry" small />
        Reload
      </Button>
    </div>
  )
}
