/** Tells of freelancers whose plan has changed, wherever that was done: the database says so to every process. */
export interface PlanNews {
  tell(freelancerId: string): void
  /** Answers how to stop. */
  follow(listener: (freelancerId: string) => void): () => void
}

export function createPlanNews(): PlanNews {
  const listeners = new Set<(freelancerId: string) => void>()
  return {
    tell(freelancerId) {
      for (const listen of listeners) listen(freelancerId)
    },
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
