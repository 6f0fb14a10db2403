import { useState } from 'react'
import { ContentsFailed } from './ContentsFailed.tsx'
import type { ViewedFile } from './FileViewer.tsx'
import { Waiting } from './NotShown.tsx'
import { Stage } from './Stage.tsx'
import type { Size } from './stage-geometry.ts'
import { useFileLink } from './use-file-link.ts'

export function ImageContents({ file }: { file: ViewedFile }) {
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
      {() => image}
    </Stage>
  )
}
