/** Where a request comes from. */
export interface Visitor {
  address: string
  userAgent?: string
}
