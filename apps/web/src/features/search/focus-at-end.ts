/** Focuses the field with the cursor at the end of its text. */
export function focusAtEnd(field: HTMLInputElement | null) {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
