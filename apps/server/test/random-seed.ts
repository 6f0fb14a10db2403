/** A property that fails prints the seed of its random inputs. `TEST_SEED` gives it to all properties, which then have those inputs. */
export async function replaySeed(text: string | undefined) {
  if (!text) return
  const seed = Number(text)
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is a whole number, not ${text}.`)
  const { default: fc } = await import('fast-check')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
}

await replaySeed(process.env.TEST_SEED)
