import type { Role } from '@deqiq/contract/shared/roles.ts';

export interface AuditEntry {
  /** The person; null or absent if unknown. */
  actor?: { role: Role; personId: string; address: string } | null;
  /** A verb: sign-in, view, download, upload, create, change, delete … */
  action: string;
  /** The kind of object, and its id. */
  object: string;
  objectId?: string;
  /** The address of a request without an actor. */
  address?: string;
  result: 'ok' | 'refused' | 'failed';
  /** Never a secret, a token, a link or a patient's name. */
  detail?: string;
}
