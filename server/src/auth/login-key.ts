/** The form in which usernames and e-mail addresses compare: trimmed, blind to case. */
export const keyOf = (account: string): string => account.trim().normalize('NFC').toLowerCase();
