import { type clients, plural } from '@portico/contract'

/** `Your turn on 2 projects`, `waiting for Maya on one`, `3 unread messages`: without what does not wait. */
export function waitingTexts(
  firstName: string,
  { freelancer, client, messages }: NonNullable<clients.ListedClient['waiting']>,
) {
  const texts = [
    freelancer > 0 && `your turn on ${plural(freelancer, 'project')}`,
    client > 0 && `waiting for ${firstName} on ${plural(client, 'project')}`,
    messages > 0 && plural(messages, 'unread message'),
  ].filter((text) => text !== false)
  return texts.map((text, index) => (index === 0 ? text[0]?.toUpperCase() + text.slice(1) : text))
}
