/** The message is a sentence for the operator and is printed without a stack. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
