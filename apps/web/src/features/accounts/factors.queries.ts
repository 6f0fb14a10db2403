import { factors } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'

export const myFactors = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => call(factors.list, undefined, { signal }),
})

export const startApp = mutationOptions({
  mutationFn: () => call(factors.startApp),
  meta: { calls: 'factors.startApp', failure: 'Failed to begin' },
})

export const confirmApp = mutationOptions({
  mutationFn: (answer: { challenge: string; code: string }) => call(factors.confirmApp, { body: answer }),
  meta: { calls: 'factors.confirmApp', success: 'Your app is set up', quiet: true },
})

export const makeRecoveryCodes = mutationOptions({
  mutationFn: () => call(factors.makeRecoveryCodes),
  meta: { calls: 'factors.makeRecoveryCodes', failure: 'Failed to make new codes' },
})

export const turnOff = mutationOptions({
  mutationFn: () => call(factors.turnOff),
  meta: {
    calls: 'factors.turnOff',
    success: 'Two-step sign-in is off',
    failure: 'Failed to turn off two-step sign-in',
  },
})
