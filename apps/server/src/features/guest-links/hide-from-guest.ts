import { LinkNotWorking, ProjectArchived, ProjectNotFound, RequestNotFound } from '../access/not-found.ts'
import { RequestAccepted } from '../files/answerable-request.ts'

const HIDDEN = [ProjectNotFound, ProjectArchived, RequestNotFound, RequestAccepted]

/** A guest does not learn what became of the request or its project. */
export async function hideFromGuest<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw HIDDEN.some((type) => error instanceof type) ? new LinkNotWorking() : error
  }
}
