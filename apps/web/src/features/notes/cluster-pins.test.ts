import { expect, test } from 'vitest'
import { clusterPins } from './cluster-pins.ts'

const pins = [
  { name: 'a', x: 0.1, y: 0.1 },
  { name: 'b', x: 0.12, y: 0.1 },
  { name: 'c', x: 0.5, y: 0.1 },
  { name: 'd', x: 0.11, y: 0.12 },
]
const namesAt = (width: number) =>
  clusterPins(pins, { width, height: width }, 28).map((group) => group.map(({ name }) => name).join(''))

test('puts pins that overlap into one group, until somebody zooms in', () => {
  expect(namesAt(400)).toEqual(['abd', 'c'])
  expect(namesAt(2_000)).toEqual(['a', 'b', 'c', 'd'])
})

test('puts all pins of a tiny picture into one group', () => {
  expect(namesAt(20)).toEqual(['abcd'])
})
