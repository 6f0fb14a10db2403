/** In CSS pixels. */
export interface Size {
  width: number
  height: number
}
export interface Point {
  x: number
  y: number
}

/** Fits the whole content or its width, or is a factor on the size of the content. */
export type Zoom = 'whole' | 'width' | number

/** CSS pixels are 96 an inch, points of a PDF 72. */
export const CSS_PIXELS_PER_POINT = 96 / 72

export const ZOOM_STEP = 1.25
const MAX_SCALE = 8
/** The smallest zoom, as a fraction of the scale at which the whole content fits. */
const MIN_PART_OF_FIT = 0.5

interface Surroundings {
  content: Size
  viewport: Size
  /** Small pictures are not enlarged to fit. */
  maxFit: number
}

/** The factor on the size of the content. */
export function scaleFor(zoom: Zoom, surroundings: Surroundings) {
  const { content, viewport, maxFit } = surroundings
  const toWidth = viewport.width / content.width
  if (zoom === 'width') return Math.min(toWidth, Math.max(maxFit, 1))
  const whole = Math.min(toWidth, viewport.height / content.height, maxFit)
  if (zoom === 'whole') return whole
  return Math.min(Math.max(zoom, Math.min(whole * MIN_PART_OF_FIT, 1)), Math.max(MAX_SCALE, whole))
}

/** The position of a point on an element, as fractions of width and height from the top left. */
export function fractionAt({ x, y }: Point, box: { left: number; top: number } & Size): Point {
  return { x: (x - box.left) / box.width, y: (y - box.top) / box.height }
}

/** How many pixels of a canvas stand for one CSS pixel: as sharp as the screen, within the limit of its area. */
export function canvasDensity({ width, height }: Size, devicePixels: number, maxPixels: number) {
  return Math.min(devicePixels, Math.sqrt(maxPixels / (width * height)))
}

/** Touch devices have little memory for canvases. */
export function maxCanvasPixels(isTouch: boolean) {
  return isTouch ? 5_000_000 : 16_000_000
}

export function distance(one: Point, other: Point) {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

export function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

/** A part of a page, in fractions of it. */
export interface Part extends Size {
  left: number
  top: number
}
export const WHOLE: Part = { left: 0, top: 0, width: 1, height: 1 }

/** The part of an element that can be seen in the window in which it scrolls. */
export function partInView(element: Element, scroller: Element | null): Part | undefined {
  const box = element.getBoundingClientRect()
  const window = scroller?.getBoundingClientRect()
  if (!window || box.width === 0 || box.height === 0) return undefined
  const left = Math.max(box.left, window.left)
  const top = Math.max(box.top, window.top)
  const width = Math.min(box.right, window.right) - left
  const height = Math.min(box.bottom, window.bottom) - top
  if (width <= 0 || height <= 0) return undefined
  return {
    left: (left - box.left) / box.width,
    top: (top - box.top) / box.height,
    width: width / box.width,
    height: height / box.height,
  }
}

/** Drawing a larger part would take longer than scrolling to it. */
const MAX_GROWTH = 1.5

/** The part with as much around it as may be drawn with it: up to this many times its area, and half as much again of its sides. */
export function partAround(part: Part, maxAreas: number): Part {
  const grow = Math.min(MAX_GROWTH, Math.sqrt(maxAreas))
  const width = Math.min(1, part.width * grow)
  const height = Math.min(1, part.height * grow)
  const within = (start: number, size: number, grown: number) =>
    Math.min(Math.max(start - (grown - size) / 2, 0), 1 - grown)
  return {
    left: within(part.left, part.width, width),
    top: within(part.top, part.height, height),
    width,
    height,
  }
}

export function contains(outer: Part, inner: Part) {
  const almost = 1e-6
  return (
    inner.left >= outer.left - almost &&
    inner.top >= outer.top - almost &&
    inner.left + inner.width <= outer.left + outer.width + almost &&
    inner.top + inner.height <= outer.top + outer.height + almost
  )
}
