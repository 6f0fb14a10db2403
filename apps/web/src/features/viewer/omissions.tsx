import { createContext, use, useCallback, useEffect, useState } from 'react'
import { CoreIcon } from '../../ui/CoreIcon.tsx'

/** Adds a sentence, and returns a function that removes it. */
type AddOmission = (text: string) => () => void

/** Sentences about what the viewer does not show of the file. They are repeated before somebody approves it. */
export const OmissionsContext = createContext<AddOmission>(() => () => {})

export function useOmissions() {
  const [omissions, setOmissions] = useState<readonly string[]>([])
  const add = useCallback<AddOmission>((text) => {
    setOmissions((before) => [...before, text])
    return () => setOmissions((before) => removeFirst(before, text))
  }, [])
  return { omissions: [...new Set(omissions)], add }
}

function removeFirst(texts: readonly string[], text: string) {
  const index = texts.indexOf(text)
  return texts.filter((_, at) => at !== index)
}

export function useReportOmission(text: string | undefined) {
  const add = use(OmissionsContext)
  useEffect(() => (text === undefined ? undefined : add(text)), [add, text])
}

/** Stands above contents that are shown in part. */
export function Omissions({ texts }: { texts: readonly (string | false | undefined)[] }) {
  const omissions = texts.filter((text) => typeof text === 'string')
  if (omissions.length === 0) return null
  return (
    <div className="stage__omissions" role="status">
      <CoreIcon name="info" />
      <div>
        {omissions.map((text) => (
          <OmissionText key={text} text={text} />
        ))}
      </div>
    </div>
  )
}

function OmissionText({ text }: { text: string }) {
  useReportOmission(text)
  return <p>{text}</p>
}

export const DOWNLOAD_ALL = 'Download the file to see all of it.'
