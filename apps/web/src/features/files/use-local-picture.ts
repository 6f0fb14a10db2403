import { useEffect, useState } from 'react'
import { localPictureOf } from './local-picture.ts'

/** The address of a small picture of a chosen file, once it is drawn. */
export function useLocalPicture(file: File | undefined) {
  const [picture, setPicture] = useState<{ file: File; url: string | undefined }>()
  useEffect(() => {
    if (!file) return
    let isCurrent = true
    void localPictureOf(file).then((url) => {
      if (isCurrent) setPicture({ file, url })
    })
    return () => {
      isCurrent = false
    }
  }, [file])
  return picture?.file === file ? picture?.url : undefined
}
