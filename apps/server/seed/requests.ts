import type { requests } from '@portico/contract'
import { answerRequest } from '../src/features/requests/answers.service.ts'
import { addRequests, setRequestState } from '../src/features/requests/requests.service.ts'
import type { ClientUser, Freelancer } from '../src/platform/actors.ts'
import type { DemoRequests } from './demo-types.ts'
import type { Step } from './steps.ts'

interface Circumstances {
  ada: Freelancer
  client: ClientUser
  projectId: string
  dayFromNow: (days: number) => string
  idByTitle: Map<string, string>
}

/** All are asked at once; each is answered, accepted or sent back at its time. Files answer too (`DemoFile.answers`). */
export function requestSteps(
  { minutesAgo, asked }: DemoRequests,
  { ada, client, projectId, dayFromNow, idByTitle }: Circumstances,
): Step[] {
  const add: Step = {
    minutesAgo,
    async run(past) {
      const rows = asked.map(({ title, details, kind, dueIn }) => ({
        ...{ title, details, kind },
        dueDate: dueIn === undefined ? null : dayFromNow(dueIn),
      }))
      const added = JSON.parse(await addRequests(past, ada, projectId, rows))
      for (const { id, title } of added.requests as requests.Request[]) idByTitle.set(title, id)
    },
  }
  const later = asked.flatMap(({ title, answer, outcome }): Step[] => [
    ...(answer
      ? [
          {
            minutesAgo: answer.minutesAgo,
            run: (past) => answerRequest(past, client, idByTitle.get(title) ?? '', answer.contents),
          } satisfies Step,
        ]
      : []),
    ...(outcome
      ? [
          {
            minutesAgo: outcome.minutesAgo,
            run: (past) => setRequestState(past, ada, idByTitle.get(title) ?? '', outcome.change),
          } satisfies Step,
        ]
      : []),
  ])
  return [add, ...later]
}
