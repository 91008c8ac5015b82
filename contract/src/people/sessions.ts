import * as z from 'zod';

export const ownSession = z.object({
  _id: z.string(),
  /** Browser and system, such as "Chrome · Android". */
  device: z.string().nullable(),
  /** The address the person signed in from. */
  address: z.string().nullable(),
  createdAt: z.string(),
  /** Accurate to some minutes. */
  lastUsedAt: z.string(),
  expiresAt: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
});

export const ownSessions = z.object({ sessions: z.array(ownSession) });

export type OwnSession = z.output<typeof ownSession>;
export type OwnSessions = z.output<typeof ownSessions>;
