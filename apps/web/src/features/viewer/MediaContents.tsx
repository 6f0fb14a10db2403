import { type RefObject, useRef, useState } from 'react'
import { useNotesOnScreen } from '../notes/notes-on-screen.ts'
import { ContentsFailed } from './ContentsFailed.tsx'
import { DOWNLOAD_ALL, Omissions } from './omissions.tsx'
import { PlayerControls } from './PlayerControls.tsx'
import { PlayerFrame } from './PlayerFrame.tsx'
import { useFileLink } from './use-file-link.ts'
import { type Media, usePlayer } from './use-player.ts'
import type { ViewedFile } from './viewed-file.ts'
import './player.css'

/** Plays video and sound, with controls of our own: those of browsers have no room for notes, and take every click. */
export function MediaContents({ file }: { file: ViewedFile }) {
  const { url, fail, hasFailed, retry } = useFileLink(file)
  const ownRef = useRef<Media>(null)
  const media = useNotesOnScreen()?.player ?? ownRef
  const stage = useRef<HTMLElement>(null)
  const player = usePlayer(media)
  const [hasPicture, setPicture] = useState(true)
  if (hasFailed) return <ContentsFailed file={file} title="This file could not be played." onRetry={retry} />
  const isVideo = file.contentType.startsWith('video/')
  const Player = isVideo ? 'video' : 'audio'
  return (
    <section className="stage" ref={stage} aria-label={file.fileName}>
      <Omissions
        texts={[
          !hasPicture &&
            `There is only sound: this file has no picture, or your browser cannot decode it. ${DOWNLOAD_ALL}`,
        ]}
      />
      <div className="stage__player" tabIndex={-1}>
        <PlayerFrame player={player} isVideo={isVideo}>
          <Player
            {...player.events}
            ref={media as RefObject<HTMLVideoElement | null>}
            key={url}
            src={url}
            playsInline
            preload="metadata"
            aria-label={file.fileName}
            onLoadedMetadata={({ currentTarget }) => {
              player.resume()
              // A browser that knows the sound but not the codec of the picture plays on without an error.
              setPicture(!('videoWidth' in currentTarget) || currentTarget.videoWidth > 0)
            }}
            onError={fail}
          />
        </PlayerFrame>
        <PlayerControls player={player} stage={isVideo ? stage : undefined} />
      </div>
    </section>
  )
}
