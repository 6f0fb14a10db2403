import type { activity } from '@portico/contract'
import { expect, test } from 'vitest'
import { eventPath } from './event-path.ts'

const event = (kind: activity.EventKind, subject: activity.Event['subject']) =>
  ({ id: 'e1', kind, subject, projectId: 'p1' }) as activity.Event

const about = { fileId: 'f1', fileName: 'menu.pdf' }

test.for([
  ['a file', event('file_uploaded', { ...about, isDeleted: false }), '/projects/p1#file-f1'],
  ['a deleted file', event('file_uploaded', { ...about, isDeleted: true }), '/projects/p1'],
  ['a version', event('version_uploaded', { ...about, version: 2, isDeleted: false }), '/files/f1?version=2'],
  ['a deleted version', event('version_uploaded', { ...about, version: 2, isDeleted: true }), '/projects/p1'],
  ['a note', event('note_added', { ...about, noteId: 'n1', message: 'Larger.' }), '/files/f1?note=n1'],
  ['a review', event('review_requested', { ...about, version: 1, reviewId: 'r1' }), '/files/f1?version=1'],
  [
    'a request',
    event('request_added', { requestId: 'q1', title: 'Logo', count: 1 }),
    '/projects/p1/requests#request-q1',
  ],
  [
    'an answer with a file',
    event('request_answered', { ...about, requestId: 'q1', title: 'Logo' }),
    '/projects/p1/requests#request-q1',
  ],
  ['a status', event('status_changed', { from: 'Pending', to: 'In Progress' }), '/projects/p1'],
] as const)('a line about %s leads to the thing itself', ([, one, path]) => {
  expect(eventPath([one], 'freelancer')).toBe(path)
  expect(eventPath([one], 'client')).toBe(`/client-dashboard${path}`)
})
