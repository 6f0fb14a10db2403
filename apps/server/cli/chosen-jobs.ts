import { type Input, WrongUsage } from './command.ts'

export const jobOptions = {
  dead: { type: 'boolean' },
  name: { type: 'string' },
  json: { type: 'boolean' },
} as const
export const jobOptionHelp = {
  '--dead': 'every job that has failed for the last time',
  '--name NAME': 'of these, only those of this name',
}

/** Which jobs a command is about: those with these ids, or all that are dead. */
export function chosenJobs({ positionals: ids, values: { dead, name } }: Input) {
  if (dead ? ids.length > 0 : ids.length === 0 || name !== undefined)
    throw new WrongUsage('Name the ids of jobs, or --dead for all that have failed for the last time.')
  const wrong = ids.find((id) => !/^\d{1,18}$/.test(id))
  if (wrong !== undefined) throw new WrongUsage(`${wrong} is not the id of a job.`)
  return { ids, name: name === undefined ? null : String(name) }
}
