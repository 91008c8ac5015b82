import type { Role } from '@deqiq/contract/auth.ts';

/** Who a request comes from, once its token and session are found good. */
export interface Identity {
  readonly role: Role;
  /** The admin's or the partner's id. */
  readonly personId: string;
  readonly sessionId: string;
}

/** Who did it, for the audit: an identity and where it came from. */
export interface Actor extends Identity {
  readonly address: string;
}
