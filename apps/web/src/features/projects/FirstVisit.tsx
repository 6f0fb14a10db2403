import { useState } from 'react'
import { storedFirstVisit } from '../../app/stored.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'

/** An introduction for clients, shown until they close it in this browser. */
export function FirstVisit({ freelancer }: { freelancer: string }) {
  const [shown, setShown] = useState(() => storedFirstVisit.read() === undefined)
  if (!shown) return null

  // bdi keeps a right-to-left name from reordering the text around it.
  const name = <bdi>{freelancer}</bdi>
  function close() {
    storedFirstVisit.write('yes')
    setShown(false)
  }
  return (
    <div className="first-visit">
      <Note>
        <p>
          <strong>Your work with {name} stands behind these doors.</strong> In a project you can do three
          things:
        </p>
        <ul>
          <li>look at the files, and add your own</li>
          <li>leave feedback, which {name} sees at once</li>
          <li>follow the status and the due date</li>
        </ul>
        <p>For short questions there is the chat, where it is part of {name}’s plan.</p>
        <Button size="sm" onClick={close}>
          Got it
        </Button>
      </Note>
    </div>
  )
}
