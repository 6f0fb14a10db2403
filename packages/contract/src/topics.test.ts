import { expect, test } from 'vitest'
import { features, isEndpoint, staleTopics } from './index.ts'

const changes = Object.entries(features).flatMap(([feature, operations]) =>
  Object.entries<unknown>(operations)
    .filter(([, operation]) => isEndpoint(operation) && operation.method !== 'GET')
    .map(([name]) => `${feature}.${name}`),
)

test.for(changes)('%s names the topics that it makes stale, or none', (name) => {
  expect(Object.keys(staleTopics)).toContain(name)
})
