import { CURRENCY_TEXT } from '@portico/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open } from '../../../test/fixtures.tsx'
import FaqPage from './FaqPage.tsx'
import PricingPage from './PricingPage.tsx'
import TermsPage from './TermsPage.tsx'
import WelcomePage from './WelcomePage.tsx'

const prices = ['£0 a month', '£5 a month', '£8 a month', '£12 a month']

test('has spaces between the words of the prices on the pricing page', () => {
  open('/pricing', { '/pricing': <PricingPage /> })

  const heads = within(screen.getByRole('table')).getAllByRole('columnheader').slice(1)
  expect(heads.map((head) => head.querySelector('.price')?.textContent)).toEqual(prices)
})

test('links each plan to a registration with that plan chosen', () => {
  open('/pricing', { '/pricing': <PricingPage /> })

  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Start free', '/register'],
    ['Try Starter', '/register?plan=starter'],
    ['Try Pro', '/register?plan=pro'],
    ['Try Enterprise', '/register?plan=enterprise'],
  ])
})

test('has spaces between the words of the prices on the welcome page', () => {
  open('/welcome', { '/welcome': <WelcomePage /> })

  expect([...document.querySelectorAll('.price')].map((price) => price.textContent)).toEqual(prices)
})

test.for([
  ['/welcome', WelcomePage],
  ['/pricing', PricingPage],
  ['/FAQ', FaqPage],
  ['/terms', TermsPage],
] as const)('%s names the currency of its prices', ([path, Page]) => {
  open(path, { [path]: <Page /> })

  expect(document.body.textContent).toContain('£')
  expect(document.body.textContent).toContain(CURRENCY_TEXT)
})
