import { parseSecrets } from './config/server.ts'
import type { Config } from './config.ts'
import type { DataDir } from './platform/process/data-dir.ts'

/** Adds what is kept in the data folder. */
export async function completeConfig(given: Config, dataDir: DataDir): Promise<Config> {
  return {
    ...given,
    ...(given.appSecret === '' && (await readStoredSecrets(dataDir))),
    devKey: given.devKey || (given.showsDevelopmentPages ? await dataDir.devKey() : ''),
  }
}

/** The secrets of the file that `portico rotate-secret` writes. */
export async function readStoredSecrets(dataDir: DataDir) {
  const [appSecret = '', ...formerSecrets] = parseSecrets(await dataDir.secret())
  return { appSecret, formerSecrets }
}
