import { factors, members } from '@portico/contract'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { createPasskey } from './passkeys.ts'

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

export const removeApp = mutationOptions({
  mutationFn: () => call(factors.removeApp),
  meta: { calls: 'factors.removeApp', success: 'App removed', failure: 'Failed to remove the app' },
})

/** The browser asks for a fingerprint, a face, a screen lock or a security key. */
export const addPasskey = mutationOptions({
  mutationFn: async (name: string) => {
    const { challenge, passkey: options } = await call(factors.startPasskey)
    const passkey = await createPasskey(options)
    return call(factors.addPasskey, { body: { challenge, name, passkey } })
  },
  meta: { calls: 'factors.addPasskey', success: 'Passkey added', quiet: true },
})

export const removePasskey = mutationOptions({
  mutationFn: (id: string) => call(factors.removePasskey, { params: { id } }),
  meta: {
    calls: 'factors.removePasskey',
    success: 'Passkey removed',
    failure: 'Failed to remove the passkey',
  },
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

export const requireFactor = mutationOptions({
  mutationFn: (required: boolean) => call(members.requireFactor, { body: { required } }),
  meta: { calls: 'members.requireFactor', success: 'Saved', failure: 'Failed to save' },
})
