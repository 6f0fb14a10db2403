/** For a contact who only looks, where the controls would be. */
export const LOOKS_ONLY_TEXT = 'You can look at everything here, but not change it.'
