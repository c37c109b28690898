/** Words in `autocomplete` of fields whose content is nobody else's business. */
export const SECRET_AUTOCOMPLETE: readonly string[] = ['password', 'cc-number', 'cc-csc', 'one-time-code'];
