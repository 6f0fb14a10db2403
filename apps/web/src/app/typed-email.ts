let typedEmail = ''

/**
 * A ref for the email fields of the login and of the forms that send a link. The typed address appears in the next
 * form, also after going back. It is read when the field unmounts, because browsers do not report every autofill.
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
