/** A reason not to start that one sentence explains. It is printed as it is, without a stack. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
