import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import '../../../../test/fixtures.tsx'
import { aMessage } from '../../../../test/message.ts'
import type { Conversation } from '../conversation.ts'
import { MessageRow } from './MessageRow.tsx'

const conversation = { side: 'Freelancer' } as Conversation

const run = ['09:30', '09:31', '09:32'].map((time, index) =>
  aMessage({ id: `m${index}`, number: index + 1, createdAt: `2026-11-21T${time}:00.000Z` }),
)

/** Drawn in the zone of this machine. */
const timeOf = ({ createdAt }: { createdAt: string }) => {
  const at = new Date(createdAt)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

test('every message has its time, below the last of a run and beside the others', () => {
  const marks = { sent: undefined, seen: undefined }
  const { container } = render(
    run.map((message, index) => (
      <MessageRow
        key={message.id}
        items={run}
        index={index}
        name="Maya Whitcombe"
        marks={marks}
        newFrom={undefined}
        conversation={conversation}
      />
    )),
  )

  const times = [...container.querySelectorAll('time')]
  expect(times.map((time) => time.textContent)).toEqual(run.map(timeOf))
  expect(times.map((time) => time.parentElement?.className)).toEqual(['msg__time', 'msg__time', 'msg__meta'])
  expect(container.querySelector('[aria-hidden], [hidden]')).toBeNull()
})
