import type { Db } from './database.ts'

type Task = () => void

const waiting = new WeakMap<object, Task[]>()

/** Runs a task once the caller's transaction is committed, and never if it is rolled back. Without a transaction it runs now. */
export function afterCommit(db: Db, task: Task) {
  const tasks = waiting.get(db)
  if (tasks) tasks.push(task)
  else task()
}

/** Runs the tasks of `run`, which gets the transaction, when it has succeeded: `execute` resolves after the commit. */
export async function withCommitTasks<Trx extends object, Result>(
  execute: (run: (trx: Trx) => Promise<Result>) => Promise<Result>,
  run: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const tasks: Task[] = []
  const result = await execute((trx) => {
    waiting.set(trx, tasks)
    return run(trx)
  })
  for (const task of tasks) task()
  return result
}
