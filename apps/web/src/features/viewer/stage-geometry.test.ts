import { expect, test } from 'vitest'
import {
  canvasDensity,
  contains,
  fractionAt,
  partAround,
  partInView,
  scaleFor,
  WHOLE,
} from './stage-geometry.ts'

const viewport = { width: 800, height: 600 }
const page = { width: 400, height: 600 }

test('fits the whole page or its width into any window', () => {
  const surroundings = { content: page, viewport, maxFit: Number.POSITIVE_INFINITY }

  expect(scaleFor('whole', surroundings)).toBe(1)
  expect(scaleFor('width', surroundings)).toBe(2)
  expect(scaleFor('whole', { ...surroundings, content: { width: 40, height: 60 } })).toBe(10)
})

test('makes a large picture fit, and leaves a small one as it is', () => {
  expect(scaleFor('whole', { content: { width: 8_000, height: 6_000 }, viewport, maxFit: 1 })).toBe(0.1)
  expect(scaleFor('whole', { content: { width: 80, height: 60 }, viewport, maxFit: 1 })).toBe(1)
})

test('zooms out to half of what fits and in to eight times the size', () => {
  const surroundings = { content: { width: 8_000, height: 6_000 }, viewport, maxFit: 1 }

  expect(scaleFor(0.001, surroundings)).toBe(0.05)
  expect(scaleFor(100, surroundings)).toBe(8)
})

test('a point is the same fraction of the page at every scale', () => {
  const small = { left: 100, top: 50, width: 200, height: 300 }
  const large = { left: -100, top: -250, width: 400, height: 600 }

  expect(fractionAt({ x: 150, y: 200 }, small)).toEqual({ x: 0.25, y: 0.5 })
  expect(fractionAt({ x: 0, y: 50 }, large)).toEqual({ x: 0.25, y: 0.5 })
  expect(fractionAt({ x: 100, y: 50 }, small)).toEqual({ x: 0, y: 0 })
})

test('a canvas is as sharp as the screen until it reaches its limit', () => {
  expect(canvasDensity({ width: 500, height: 1_000 }, 2, 16_000_000)).toBe(2)

  const density = canvasDensity({ width: 4_000, height: 5_000 }, 3, 5_000_000)

  expect(density).toBe(0.5)
})

test('finds the visible part of a page that is larger than its window', () => {
  const boxed = (left: number, top: number, width: number, height: number) => {
    const element = document.createElement('div')
    element.getBoundingClientRect = () => new DOMRect(left, top, width, height)
    return element
  }
  const page = boxed(-100, -500, 1_000, 1_000)

  expect(partInView(page, boxed(0, 0, 500, 250))).toEqual({ left: 0.1, top: 0.5, width: 0.5, height: 0.25 })
  expect(partInView(boxed(0, 0, 400, 200), boxed(0, 0, 500, 250))).toEqual(WHOLE)
  expect(partInView(page, boxed(2_000, 0, 500, 250))).toBeUndefined()
})

test('extends the drawn part around the visible one up to the limit of a canvas, within the page', () => {
  const inside = { left: 0.4, top: 0.4, width: 0.2, height: 0.2 }
  const corner = { left: 0.9, top: 0, width: 0.1, height: 0.1 }

  const grown = partAround(inside, 1.21)
  expect(grown.width).toBeCloseTo(0.22)
  expect(grown.left).toBeCloseTo(0.39)
  expect(contains(grown, inside)).toBe(true)
  expect(contains(inside, grown)).toBe(false)
  const atTheEdge = partAround(corner, 100)
  expect([atTheEdge.left, atTheEdge.top]).toEqual([0.85, 0])
  expect(atTheEdge.width).toBeCloseTo(0.15)
  expect(partAround(inside, 1)).toEqual(inside)
})
