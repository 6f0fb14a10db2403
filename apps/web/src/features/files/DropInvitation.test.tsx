import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DropInvitation } from './DropInvitation.tsx'

test.for([
  [undefined, 'Any type, up to …\u00a0GB each.'],
  [1_024 ** 3, 'Any type, up to 1\u00a0GB each.'],
  [null, 'Any type.'],
] as const)('for a limit of %s it says “%s”', ([maxBytes, sentence]) => {
  const { container } = render(<DropInvitation area="client" maxBytes={maxBytes} />)

  expect(container.textContent).toBe(`Drop files here, or choose them. ${sentence}`)
})
