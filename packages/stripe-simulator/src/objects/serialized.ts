/**
 * A Stripe object as JSON: decimals are strings, which the SDK turns into Decimals, and expandable fields are ids.
 */
export type Stored<T> = Omit<T, 'deleted' | 'lastResponse' | keyof Decimals<T>> & Decimals<T>
type Decimals<T> = { [Key in keyof T as Key extends `${string}_decimal` ? Key : never]: string | null }

export interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

export function buildList<T>(url: string, data: T[], hasMore = false): List<T> {
  return { object: 'list', data, has_more: hasMore, url }
}
