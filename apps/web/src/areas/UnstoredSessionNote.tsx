import { type Area, isSessionInMemory } from '../app/stored.ts'
import { Notice } from '../ui/Notice.tsx'

/** Says that the session ends with this page, because the browser does not store it. */
export function UnstoredSessionNote({ area }: { area: Area }) {
  if (!isSessionInMemory(area)) return null
  return (
    <div className="unstored">
      <Notice>
        Your browser does not store anything for this site, or has no room left. You are signed in until you
        reload or leave this page. To stay signed in, allow site data for this address in the settings of your
        browser.
      </Notice>
    </div>
  )
}
