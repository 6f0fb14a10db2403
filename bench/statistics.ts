export function median(numbers: number[]) {
  return quantile(numbers, 0.5)
}

/** The quantile: the smallest number that at least this share of the numbers does not exceed. */
export function quantile(numbers: number[], share: number) {
  const sorted = Float64Array.from(numbers).sort()
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
