import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open } from '../../../test/fixtures.tsx'
import PricingPage from './PricingPage.tsx'
import WelcomePage from './WelcomePage.tsx'

const prices = ['£0 a month', '£5 a month', '£8 a month', '£12 a month']

test('prices on the pricing page read as words with spaces between them', () => {
  open('/pricing', { '/pricing': <PricingPage /> })

  const heads = within(screen.getByRole('table')).getAllByRole('columnheader').slice(1)
  expect(heads.map((head) => head.querySelector('.price')?.textContent)).toEqual(prices)
})

test('each plan leads to an account with that plan chosen', () => {
  open('/pricing', { '/pricing': <PricingPage /> })

  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Start free', '/register'],
    ['Try Starter', '/register?plan=starter'],
    ['Try Pro', '/register?plan=pro'],
    ['Try Enterprise', '/register?plan=enterprise'],
  ])
})

test('prices on the welcome page read as words with spaces between them', () => {
  open('/welcome', { '/welcome': <WelcomePage /> })

  expect([...document.querySelectorAll('.price')].map((price) => price.textContent)).toEqual(prices)
})
