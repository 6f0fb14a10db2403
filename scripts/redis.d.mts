export function findRedis(): { file: string; env: Record<string, string> } | null
export function installRedis(): Promise<void>
