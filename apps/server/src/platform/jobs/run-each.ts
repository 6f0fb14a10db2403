/** Runs for each item, also after one has failed, and then throws the first error: the job fails, but nobody waits for others. */
export async function runEach<Item>(items: Iterable<Item>, run: (item: Item) => Promise<unknown>) {
  const errors: unknown[] = []
  for (const item of items) await run(item).catch((error) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}
