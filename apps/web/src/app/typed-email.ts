let typedEmail = ''

/**
 * A ref for the email fields of the login and of the forms that send a link: what was typed into one is there in the next,
 * also after going back. It is read when the field goes, because browsers do not report everything that they fill in.
 */
export function shareTypedEmail(input: HTMLInputElement) {
  input.value ||= typedEmail
  return () => {
    typedEmail = input.value
  }
}

export function forgetTypedEmail() {
  typedEmail = ''
}
