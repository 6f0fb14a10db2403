import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { areaOnScreen } from '../../app/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FilePicker } from '../../ui/FilePicker.tsx'
import { type ListedFile, uploadLimits } from './files.queries.ts'
import { getUploadStore } from './uploads.ts'

type Versioned = Pick<ListedFile, 'id' | 'version' | 'review'>

interface VersionPicker {
  /** Lets the person choose one file, whose upload becomes a new version of this one. */
  open: (file: Versioned) => void
  /** Rendered by the caller. */
  picker: ReactNode
}

/** Says first that an open review is replaced. */
export function useVersionPicker(projectId: string): VersionPicker {
  const queryClient = useQueryClient()
  const maxBytes = useQuery(uploadLimits).data?.maxUploadBytes
  const input = useRef<HTMLInputElement>(null)
  const versionOf = useRef<string>(undefined)
  const [inReview, setInReview] = useState<Versioned>()

  function choose({ id }: Versioned) {
    versionOf.current = id
    input.current?.click()
  }
  function add(chosen: File[]) {
    const uploads = getUploadStore(areaOnScreen(), projectId, queryClient)
    uploads.add(chosen, maxBytes, { versionOf: versionOf.current })
  }
  return {
    open: (file) => (file.review?.state === 'open' ? setInReview(file) : choose(file)),
    picker: (
      <>
        <FilePicker ref={input} data-purpose="new version" onFiles={add} />
        {inReview && (
          <ConfirmDialog
            heading="Replace the open review?"
            question={replacedReviewText(inReview)}
            keep="Keep the review"
            confirm="Choose new version"
            look="primary"
            onConfirm={() => {
              choose(inReview)
              setInReview(undefined)
            }}
            onClose={() => setInReview(undefined)}
          />
        )}
      </>
    ),
  }
}

function replacedReviewText({ version }: Versioned) {
  return areaOnScreen() === 'client'
    ? `You are asked to approve version ${version}. A new version replaces this review: you answer once you are asked about the new one.`
    : `Your client is asked to approve version ${version}. A new version replaces this review: ask again once it is there.`
}
