import { type RefObject, useRef, useState } from 'react'
import { Moments } from '../notes/Moments.tsx'
import { useNotesOnScreen } from '../notes/notes-on-screen.ts'
import { ContentsFailed } from './ContentsFailed.tsx'
import { DOWNLOAD_ALL, Omissions } from './omissions.tsx'
import { useFileLink } from './use-file-link.ts'
import type { ViewedFile } from './viewed-file.ts'

export function MediaContents({ file }: { file: ViewedFile }) {
  const { url, fail, hasFailed, retry } = useFileLink(file)
  /** The position of the player when its link expired. */
  const position = useRef(0)
  const [hasPicture, setPicture] = useState(true)
  const onScreen = useNotesOnScreen()
  if (hasFailed) return <ContentsFailed file={file} title="This file could not be played." onRetry={retry} />
  const Player = file.contentType.startsWith('video/') ? 'video' : 'audio'
  return (
    <section className="stage" aria-label={file.fileName}>
      <Omissions
        texts={[
          !hasPicture &&
            `There is only sound: this file has no picture, or your browser cannot decode it. ${DOWNLOAD_ALL}`,
        ]}
      />
      <div className="stage__player">
        <Player
          ref={onScreen?.player as RefObject<HTMLVideoElement | null> | undefined}
          key={url}
          src={url}
          controls
          playsInline
          preload="metadata"
          aria-label={file.fileName}
          onLoadedMetadata={({ currentTarget }) => {
            currentTarget.currentTime = position.current
            // A browser that knows the sound but not the codec of the picture plays on without an error.
            setPicture(!('videoWidth' in currentTarget) || currentTarget.videoWidth > 0)
          }}
          onTimeUpdate={({ currentTarget }) => {
            position.current = currentTarget.currentTime
          }}
          onError={fail}
        />
        <Moments />
      </div>
    </section>
  )
}
