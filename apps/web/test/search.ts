import type { search } from '@portico/contract'

/** What a search finds, as the API answers it. */
export function aResult(part: Partial<search.SearchResult> = {}): search.SearchResult {
  return {
    kind: 'feedback',
    id: 'b1',
    title: 'Feedback from Maya Whitcombe',
    excerpt: [
      ['The ', false],
      ['rye', true],
      [' loaf comes first', false],
    ],
    projectId: 'p1',
    projectTitle: 'Spring menu',
    clientId: 'c1',
    clientName: 'Maya Whitcombe',
    url: '/projects/p1#feedback-b1',
    createdAt: '2026-11-19T16:12:00.000Z',
    ...part,
  }
}
