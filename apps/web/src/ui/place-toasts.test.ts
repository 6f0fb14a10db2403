import { expect, test } from 'vitest'
import { choosePlace } from './place-toasts.ts'

const at = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const toasts = { top: at(100, 60, 274, 40), bottom: at(100, 730, 274, 40) }

test('toasts are at the top', () => {
  expect(choosePlace(toasts, [])).toBe('top')
  expect(choosePlace(toasts, [at(16, 300, 200, 44), at(16, 740, 200, 44)])).toBe('top')
})

test('toasts are at the bottom where they would cover what was just used, or the main button', () => {
  expect(choosePlace(toasts, [at(300, 70, 70, 44)])).toBe('bottom')
  expect(choosePlace(toasts, [at(16, 300, 200, 44), at(300, 70, 70, 44)])).toBe('bottom')
})

test('what was just used counts more than the main button', () => {
  const [used, main] = [at(300, 70, 70, 44), at(16, 740, 358, 44)]
  expect(choosePlace(toasts, [used, main])).toBe('bottom')
  expect(choosePlace(toasts, [main, used])).toBe('top')
})
