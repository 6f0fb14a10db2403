import { clients, durationInWords } from '@portico/contract'
import type { Preview } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Drawing.tsx'
import { useTitle } from '../../ui/Page.tsx'
import { closePreview } from './close-preview.ts'
import '../../ui/States.css'
import './preview.css'

/** Replaces the client area when a preview has expired or its freelancer has logged out. */
export default function PreviewOver({ preview: { clientId, firstName } }: { preview: Preview }) {
  useTitle('Preview over')
  return (
    <main className="preview-over" id="main">
      <div className="blank" role="status">
        <Drawing name="door" />
        <h1>The preview is over</h1>
        <p>
          It lasts {durationInWords(clients.PREVIEW_SECONDS)}, and ends when you log out. Open it again on the
          page of <bdi>{firstName || 'your client'}</bdi>.
        </p>
        <Button look="primary" onClick={() => closePreview(clientId)}>
          Close the preview
        </Button>
      </div>
    </main>
  )
}
