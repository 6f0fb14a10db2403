export function findNginx(): { file: string; env: Record<string, string> } | null
export function installNginx(): Promise<void>
