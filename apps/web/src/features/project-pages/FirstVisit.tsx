import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPreview } from '../../app/session.ts'
import { storedFirstVisit } from '../../app/stored.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { myConversation } from '../chat/chat.queries.ts'

interface Props {
  freelancer: string
  /** All projects are archived, or the reader only looks. */
  isReadOnly: boolean
}

/** An introduction for clients, shown until they close it in this browser. It names only what they can do now. */
export function FirstVisit({ freelancer, isReadOnly }: Props) {
  const [shown, setShown] = useState(() => storedFirstVisit.read() === undefined)
  const { data: conversation, isPending } = useQuery({ ...myConversation, enabled: shown })
  if (!shown || isPending) return null

  // The bdi element keeps a right-to-left name from reordering the text around it.
  const name = <bdi>{freelancer}</bdi>
  function close() {
    if (!isPreview()) storedFirstVisit.write('yes')
    setShown(false)
  }
  return (
    <div className="first-visit">
      <Notice>
        <p>
          <strong>Here is your work with {name}.</strong> Open a project to:
        </p>
        <ul>
          <li>{isReadOnly ? 'look at the files' : 'look at the files, and add your own'}</li>
          {!isReadOnly && <li>approve a file, or say what should change, when {name} asks</li>}
          {!isReadOnly && <li>give what {name} asks you for</li>}
          <li>{isReadOnly ? 'read the feedback' : <>leave feedback, which {name} sees at once</>}</li>
          <li>follow the status and the due date</li>
        </ul>
        {conversation && !conversation.silence && <p>For short questions there is the chat.</p>}
        <Button size="sm" onClick={close}>
          Got it
        </Button>
      </Notice>
    </div>
  )
}
