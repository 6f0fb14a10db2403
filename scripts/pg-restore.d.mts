export function findPgRestore(): { folder: string | null; env: Record<string, string> } | null
export function installPgRestore(): Promise<void>
