/** A picture of the whole page behind the canvas. It takes less memory than a canvas. */
export function createBackdrop(holder: HTMLElement) {
  let shown: HTMLImageElement | undefined

  return {
    isShown: () => shown !== undefined,
    /** Copies a canvas with the whole page, unless there is a backdrop already. */
    async show(canvas: HTMLCanvasElement, signal: AbortSignal) {
      if (shown) return
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
      signal.throwIfAborted()
      if (!blob) return
      const image = new Image()
      image.alt = ''
      image.src = URL.createObjectURL(blob)
      await image.decode().catch(() => {})
      if (signal.aborted) URL.revokeObjectURL(image.src)
      signal.throwIfAborted()
      holder.prepend(image)
      shown = image
    },
    remove() {
      if (shown) URL.revokeObjectURL(shown.src)
      shown?.remove()
      shown = undefined
    },
  }
}
