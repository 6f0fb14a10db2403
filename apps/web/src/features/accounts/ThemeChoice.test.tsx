import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { open } from '../../../test/fixtures.tsx'
import { chooseTheme } from '../../app/theme.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

afterEach(() => chooseTheme('system'))

const chosen = () =>
  (screen.getByRole('radio', { checked: true }) as HTMLInputElement).labels?.[0]?.textContent
const start = () => open('/settings', { '/settings': <ThemeChoice /> })

test('stores the chosen theme, and removes it for the theme of the system', async () => {
  start()
  expect(chosen()).toBe('System')

  await userEvent.click(screen.getByLabelText('Dark'))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localStorage.getItem('portico.theme')).toBe('dark')

  await userEvent.click(screen.getByLabelText('System'))
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localStorage.getItem('portico.theme')).toBeNull()
})

test('follows a change by the Theme button', async () => {
  start()

  await act(async () => chooseTheme('light'))

  expect(chosen()).toBe('Light')
})
