import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aClientDetail } from '../../../test/client.ts'
import {
  expectComplaint,
  open,
  problem,
  serve,
  signInClient,
  signInFreelancer,
} from '../../../test/fixtures.tsx'
import { aProject } from '../../../test/project.ts'
import { clearUnfinishedWork, storedRecentItems } from '../../app/stored.ts'
import { oneClient } from '../clients/clients.queries.ts'
import { oneProject } from '../projects/projects.queries.ts'
import { recentItems, useRecordRecentItem } from './recent-items.ts'

const titles = () => recentItems('freelancer', 'me').map(({ title, note }) => `${title}, ${note}`)

function Project() {
  useRecordRecentItem('freelancer', 'me')
  return <p>{useQuery(oneProject('p1')).status}</p>
}
function Client() {
  useRecordRecentItem('freelancer', 'me')
  return <p>{useQuery(oneClient('c1')).status}</p>
}
function PreviewedProject() {
  useRecordRecentItem('client', undefined)
  return <p>{useQuery(oneProject('p1')).status}</p>
}

function show(projectReply: () => Response) {
  signInFreelancer()
  serve({
    'GET /projects/p1': projectReply,
    'GET /clients/c1': () => Response.json(aClientDetail()),
  })
  return open('/projects/p1', { '/projects/p1': <Project />, '/clients/c1': <Client /> })
}

test('remembers the pages that were opened, the last one first, for their owner alone', async () => {
  const router = show(() => Response.json(aProject()))
  await screen.findByText('success')
  expect(titles()).toEqual(['Spring menu, Maya Whitcombe'])

  await act(() => router.navigate('/clients/c1'))
  await screen.findByText('success')
  expect(titles()).toEqual(['Maya Whitcombe, Client', 'Spring menu, Maya Whitcombe'])

  await act(() => router.navigate('/projects/p1'))
  expect(titles()).toEqual(['Spring menu, Maya Whitcombe', 'Maya Whitcombe, Client'])
  expect(recentItems('freelancer', 'somebody else')).toEqual([])
  expect(recentItems('client', 'me')).toEqual([])

  clearUnfinishedWork('freelancer')
  expect(titles()).toEqual([])
})

test('remembers nothing in a preview', async () => {
  signInClient()
  serve({ 'GET /projects/p1': () => Response.json(aProject()) })
  open('/client-dashboard/projects/p1', { '/client-dashboard/projects/:id': <PreviewedProject /> })

  await screen.findByText('success')
  expect(Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /recent/i.test(key))).toEqual([])
})

test('removes deleted things', async () => {
  expectComplaint('error')
  storedRecentItems('freelancer', 'me').write([
    { path: '/projects/p1', title: 'Spring menu', note: '' },
    { path: '/clients/c1', title: 'Maya Whitcombe', note: 'Client' },
  ])
  show(() => problem(404, 'PROJECT_NOT_FOUND', 'Project not found.'))

  await screen.findByText('error')
  expect(titles()).toEqual(['Maya Whitcombe, Client'])
})
