/** The two kinds of accounts. Staff use the English back-office, partners the Azerbaijani portal. */
export const roles = ['admin', 'partner'] as const;
export type Role = (typeof roles)[number];

/** Owners may do everything; other staff everything except the calls for owners only. */
export const staffRoles = ['owner', 'staff'] as const;
export type StaffRole = (typeof staffRoles)[number];
