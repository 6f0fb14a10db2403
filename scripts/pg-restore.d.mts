export function findPgRestore(): { file: string; env: Record<string, string> } | null
export function installPgRestore(): Promise<void>
