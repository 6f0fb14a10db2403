import { push } from '@portico/contract'
import { callExample } from '../call-example.ts'
import { NOW, PUSH } from './sample-data.ts'

const state = {
  publicKey: PUSH.publicKey,
  devices: [{ device: 'Chrome on Windows', createdAt: NOW, current: true }],
}

export const pushExamples = [
  callExample(push.get, {
    description: '`publicKey` is what `pushManager.subscribe` takes as `applicationServerKey`.',
    response: state,
  }),
  callExample(push.subscribe, {
    description:
      'A session has one subscription: another one takes its place. It switches `push` on in the settings.',
    request: { body: { endpoint: PUSH.endpoint, keys: PUSH.keys } },
    response: state,
    errors: ['PUSH_NOT_OFFERED', 'PUSH_SERVICE_UNKNOWN', 'PUSH_SUBSCRIPTION_NOT_VALID'],
  }),
  callExample(push.unsubscribe, { response: { publicKey: PUSH.publicKey, devices: [] } }),
  callExample(push.test, {
    errors: ['PUSH_NOT_ON', 'PUSH_ENDED', 'PUSH_REFUSED', 'PUSH_SERVICE_AWAY', 'TOO_MANY_REQUESTS'],
  }),
]
