import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pictureOf } from '../files/files.queries.ts'
import { isViewableImage } from '../files/viewable-image.ts'
import { Pins } from '../notes/Pins.tsx'
import { ContentsFailed, ReadFailed } from './ContentsFailed.tsx'
import { describeMissingPages } from './missing-pages.ts'
import { Waiting, WaitingStage } from './NotShown.tsx'
import { Stage } from './Stage.tsx'
import type { Size } from './stage-geometry.ts'
import { useFileLink } from './use-file-link.ts'
import type { ViewedFile } from './viewed-file.ts'

/** The server reads the size of these types, and makes previews. */
const KNOWN_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
])
/** The longer side of a preview. */
const PREVIEW_PX = 3_072

export function ImageContents({ file }: { file: ViewedFile }) {
  return KNOWN_TYPES.has(file.contentType) ? <KnownImage file={file} /> : <OtherImage file={file} />
}

/** The server has read the image first, so one that is too large never reaches the browser. */
function KnownImage({ file }: { file: ViewedFile }) {
  const picture = useQuery(pictureOf(file.id))
  const link = useFileLink(file)
  const [failed, setFailed] = useState<string>()
  const [isLoaded, setLoaded] = useState(false)

  if (picture.error) return <ReadFailed file={file} error={picture.error} onRetry={picture.refetch} />
  if (!picture.data) return <WaitingStage label={file.fileName} />
  const { width, height, previewUrl } = picture.data
  if (width === null || height === null) {
    return (
      <ContentsFailed file={file} title="This picture cannot be shown." onRetry={picture.refetch}>
        It is broken, or it has more than 120 megapixels.
      </ContentsFailed>
    )
  }
  const hasFailed = previewUrl ? failed === previewUrl : link.hasFailed
  if (hasFailed) {
    return (
      <ContentsFailed
        file={file}
        title="This picture could not be shown."
        onRetry={previewUrl ? picture.refetch : link.retry}
      />
    )
  }
  return (
    <Stage
      label={file.fileName}
      size={{ width, height }}
      maxFit={1}
      omissions={[describeMissingPages(file, picture.data)]}
    >
      {(scale) => (
        <>
          {file.thumbnailUrl && !isLoaded && (
            <img className="leaf__picture leaf__placeholder" src={file.thumbnailUrl} alt="" />
          )}
          <img
            className="leaf__picture"
            src={previewUrl ?? link.url}
            alt={file.fileName}
            draggable={false}
            onLoad={() => setLoaded(true)}
            onError={() => (previewUrl ? setFailed(previewUrl) : link.fail())}
          />
          {previewUrl && isViewableImage(file) && needsOriginal({ width, height }, scale) && (
            <img className="leaf__picture leaf__original" src={link.url} alt="" draggable={false} />
          )}
          <Pins />
        </>
      )}
    </Stage>
  )
}

/** A phone could not hold the original of a large picture: there the preview is stretched. */
function needsOriginal({ width, height }: Size, scale: number) {
  const isTouch = matchMedia('(pointer: coarse)').matches
  return !isTouch && Math.max(width, height) * scale * devicePixelRatio > PREVIEW_PX
}

/** The size is known once the browser has loaded the image. */
function OtherImage({ file }: { file: ViewedFile }) {
  const [size, setSize] = useState<Size>()
  const { url, fail, hasFailed, retry } = useFileLink(file)
  if (hasFailed)
    return <ContentsFailed file={file} title="This picture could not be shown." onRetry={retry} />
  const image = (
    <img
      key={url}
      className={size ? 'leaf__picture' : 'vh'}
      src={url}
      alt={file.fileName}
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        setSize({ width, height })
      }
      onError={fail}
    />
  )
  return (
    <Stage
      label={file.fileName}
      size={size}
      maxFit={1}
      waiting={
        <>
          <Waiting />
          {image}
        </>
      }
    >
      {() => (
        <>
          {image}
          <Pins />
        </>
      )}
    </Stage>
  )
}
