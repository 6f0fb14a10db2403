/**
 * A Stripe object as it travels: exact decimals are text (the SDK makes them Decimals when it has read them), and what
 * can be expanded is an id.
 */
export type Stored<T> = Omit<T, 'deleted' | 'lastResponse' | keyof Decimals<T>> & Decimals<T>
type Decimals<T> = { [Key in keyof T as Key extends `${string}_decimal` ? Key : never]: string | null }

export interface List<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

export function listOf<T>(url: string, data: T[], hasMore = false): List<T> {
  return { object: 'list', data, has_more: hasMore, url }
}
