import type { projects, reviews } from '@portico/contract'
import { leaveFeedback } from '../src/features/feedback/feedback.service.ts'
import { createProject } from '../src/features/projects/projects.service.ts'
import { passTurn } from '../src/features/projects/turn.service.ts'
import { decide } from '../src/features/reviews/decisions.service.ts'
import { askForReview } from '../src/features/reviews/reviews.service.ts'
import type { ClientUser, Freelancer } from '../src/platform/actors.ts'
import type { AppContext } from '../src/platform/context.ts'
import type { DemoFile, DemoProject } from './demo-types.ts'
import { shareFile } from './files.ts'
import { noteSteps } from './notes.ts'
import { requestSteps } from './requests.ts'
import { setCreatedAt } from './set-created-at.ts'
import { at, minutesBefore, type Step } from './steps.ts'

/** Creates a project, and returns what happened on it since. */
export async function createDemoProject(
  ctx: AppContext,
  ada: Freelancer,
  client: ClientUser,
  {
    dueIn,
    createdDaysAgo,
    feedback = [],
    files = [],
    notes = [],
    requests,
    passes = [],
    ...details
  }: DemoProject,
): Promise<Step[]> {
  const now = ctx.clock.now()
  const dueDate = dueIn === null ? null : dayFrom(now, dueIn)
  const sides = { freelancer: ada, client }
  const createdAt = minutesBefore(now, createdDaysAgo * 1_440)
  const { id }: projects.Project = JSON.parse(
    await createProject(at(ctx, createdAt), ada, { ...details, clientId: client.personId, dueDate }),
  )
  await setCreatedAt(ctx, 'project', id, createdAt)

  const idByName = new Map<string, string>()
  const idByTitle = new Map<string, string>()
  return [
    ...feedback.map(({ message, minutesAgo }) => ({
      minutesAgo,
      run: async (past: AppContext) => {
        const left = JSON.parse(await leaveFeedback(past, client, { projectId: id, message }))
        await setCreatedAt(past, 'feedback', left.id, past.clock.now())
      },
    })),
    ...files.flatMap((file) => reviewSteps(file, { ada, client, now, idByName })),
    ...files.map(({ by, name, minutesAgo, versionOf, answers }) => ({
      minutesAgo,
      run: async (past: AppContext) => {
        const historyId = versionOf ? (idByName.get(versionOf) ?? null) : null
        const requestId = answers ? (idByTitle.get(answers) ?? null) : null
        idByName.set(name, await shareFile(past, sides[by], id, { name }, { historyId, requestId }))
      },
    })),
    ...(requests
      ? requestSteps(requests, {
          ada,
          client,
          projectId: id,
          dayFromNow: (days) => dayFrom(now, days),
          idByTitle,
        })
      : []),
    ...notes.flatMap((note) => noteSteps(note, sides, (name) => idByName.get(name) ?? '')),
    ...passes.map(({ by, minutesAgo, ...passed }) => ({
      minutesAgo,
      run: (past: AppContext) => passTurn(past, sides[by], id, passed),
    })),
  ]
}

interface Circumstances {
  ada: Freelancer
  client: ClientUser
  now: Date
  idByName: Map<string, string>
}

/** The freelancer asks, and the client may have decided since. */
function reviewSteps({ name, review }: DemoFile, { ada, client, now, idByName }: Circumstances): Step[] {
  if (!review) return []
  const { message, minutesAgo, dueIn, decision } = review
  let reviewId = ''
  const ask: Step = {
    minutesAgo,
    async run(past) {
      const dueDate = dueIn === undefined ? null : dayFrom(now, dueIn)
      const asked = await askForReview(past, ada, idByName.get(name) ?? '', { message, dueDate })
      reviewId = (JSON.parse(asked) as reviews.Review).id
    },
  }
  if (!decision) return [ask]
  const { minutesAgo: decidedAgo, ...decided } = decision
  return [ask, { minutesAgo: decidedAgo, run: (past) => decide(past, client, reviewId, decided) }]
}

function dayFrom(now: Date, days: number) {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
