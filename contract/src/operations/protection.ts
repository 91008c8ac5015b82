import * as z from 'zod';
import { instant } from '../shared/time/dates.ts';

/** Lines of the panel, in their order. */
export const protectionNames = [
  'backup',
  'rehearsal',
  'copy',
  'disk',
  'audit',
  'mail',
  'push',
  'certificate',
] as const;

export const protectionState = z.enum(['good', 'attention', 'danger']);

const protectionLine = z.object({
  name: z.enum(protectionNames),
  state: protectionState,
  /** missing: never done, or not set up. late: too old, waits too long, or ends soon. failed: does not protect. */
  status: z.enum(['good', 'missing', 'late', 'failed']),
  /** Of the backup, the rehearsal or the copy; the end of the certificate; of the oldest message that waits. */
  at: instant.nullable(),
  /** Percent of the disk in use, or messages. */
  count: z.int().nullable(),
  /** Until the disk is full at the growth of the last four weeks; null for more than three years. */
  days: z.int().nullable(),
  /** The head of the audit. */
  head: z.string().nullable(),
});

export const protection = z.object({ lines: z.array(protectionLine) });

export type ProtectionLine = z.output<typeof protectionLine>;
export type ProtectionState = z.output<typeof protectionState>;
