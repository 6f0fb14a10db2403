import type { chat } from '@portico/contract'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import '../../../../test/fixtures.tsx'
import { aMessage } from '../../../../test/message.ts'
import type { Conversation } from '../conversation.ts'
import { MessageRow } from './MessageRow.tsx'

const conversation = { self: { id: 'f1', type: 'Freelancer' } } as Conversation
const nobody = new Set<chat.Side>()

const group = ['09:30', '09:31', '09:32'].map((time, index) =>
  aMessage({ id: `m${index}`, number: index + 1, createdAt: `2026-11-21T${time}:00.000Z` }),
)

/** In the time zone of this machine. */
const timeOf = ({ createdAt }: { createdAt: string }) => {
  const at = new Date(createdAt)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

test('shows the time below the last message of a group and beside the others', () => {
  const receipts = { sent: undefined, seen: undefined }
  const { container } = render(
    group.map((message, index) => (
      <MessageRow
        key={message.id}
        items={group}
        index={index}
        namedSides={nobody}
        readers={[]}
        peerName="Maya Whitcombe"
        receipts={receipts}
        firstNewNumber={undefined}
        conversation={conversation}
      />
    )),
  )

  const times = [...container.querySelectorAll('time')]
  expect(times.map((time) => time.textContent)).toEqual(group.map(timeOf))
  expect(times.map((time) => time.parentElement?.className)).toEqual(['msg__time', 'msg__time', 'msg__meta'])
  expect(container.querySelector('[aria-hidden], [hidden]')).toBeNull()
})

test('shows markup, scripts and other schemes as plain text', () => {
  const texts = [
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    'two\nlines',
    'ftp://example.com/a مرحبا',
  ]
  const items = texts.map((content, index) => aMessage({ id: `m${index}`, number: index + 1, content }))
  const { container } = render(
    items.map((message, index) => (
      <MessageRow
        key={message.id}
        items={items}
        index={index}
        namedSides={nobody}
        readers={[]}
        peerName="Maya Whitcombe"
        receipts={{ sent: undefined, seen: undefined }}
        firstNewNumber={undefined}
        conversation={conversation}
      />
    )),
  )

  expect([...container.querySelectorAll('.bubble')].map(({ textContent }) => textContent)).toEqual(texts)
  expect(container.querySelector('img, a')).toBeNull()
})

test('sets the messages of a colleague apart from one’s own, and from those of the client', () => {
  const items = ['f1', 'f2', 'c1'].map((senderId, index) =>
    aMessage({
      ...{ id: `m${index}`, number: index + 1, senderId, senderName: `Name of ${senderId}` },
      senderType: senderId === 'c1' ? 'Client' : 'Freelancer',
    }),
  )
  const { container } = render(
    items.map((message, index) => (
      <MessageRow
        key={message.id}
        items={items}
        index={index}
        namedSides={new Set(['Freelancer'])}
        readers={[]}
        peerName="Maya Whitcombe"
        receipts={{ sent: undefined, seen: undefined }}
        firstNewNumber={2}
        conversation={conversation}
      />
    )),
  )

  expect([...container.querySelectorAll('.msg')].map(({ className }) => className)).toEqual([
    'msg msg--own',
    'msg msg--own msg--colleague',
    'msg',
  ])
  expect([...container.querySelectorAll('.msg__name')].map(({ textContent }) => textContent)).toEqual([
    'You',
    'Name of f2',
  ])
  expect(container.querySelector('[data-new]')?.getAttribute('data-new')).toBe('colleague')
})
