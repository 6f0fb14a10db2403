import type { notes, projects, requests, reviews } from '@portico/contract'

export interface DemoClient {
  firstName: string
  lastName: string
  email: string
  company: string | null
  projects: DemoProject[]
}

export interface DemoProject {
  title: string
  description: string
  status: projects.ProjectStatus
  /** Days from today; null for no deadline. */
  dueIn: number | null
  createdDaysAgo: number
  feedback?: { message: string; minutesAgo: number }[]
  files?: DemoFile[]
  notes?: DemoNote[]
  requests?: DemoRequests
  passes?: { by: projects.Side; to: projects.Side; note: string; minutesAgo: number }[]
}

export interface DemoFile {
  /** Its contents are in files.ts. */
  name: string
  by: 'freelancer' | 'client'
  minutesAgo: number
  /** The name of the first version. */
  versionOf?: string
  /** The title of a request. */
  answers?: string
  review?: { message: string; minutesAgo: number; dueIn?: number; decision?: DemoDecision }
}

interface DemoDecision {
  decision: reviews.Decision
  comment: string
  minutesAgo: number
}

export interface DemoRequests {
  minutesAgo: number
  asked: DemoRequest[]
}

interface DemoRequest extends Pick<requests.NewRequest, 'title' | 'kind'> {
  details: string | null
  dueIn?: number
  answer?: { contents: requests.NewAnswer; minutesAgo: number }
  outcome?: { change: requests.StateChange; minutesAgo: number }
}

export interface DemoNote extends Pick<notes.NewNote, 'text' | 'page' | 'x' | 'y'> {
  /** The name of the file, in the version that is named so. */
  on: string
  by: projects.Side
  minutesAgo: number
  reply?: { by: projects.Side; text: string; minutesAgo: number }
  settled?: { reason?: string; minutesAgo: number }
}
