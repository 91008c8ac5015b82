import type { Role, StaffRole } from '@deqiq/contract/shared/roles.ts';

/** Who a request comes from, once its token and session are found good. */
export interface Identity {
  readonly role: Role;
  /** The admin's or the partner's id. */
  readonly personId: string;
  readonly sessionId: string;
  /** Of staff alone. */
  readonly staffRole?: StaffRole;
  /** Of staff who must enrol a second factor before they may do anything else. */
  readonly mustEnrol?: boolean;
  /** The number of the refresh token the request came with; see `auth/refresh-state.ts`. */
  readonly refreshGeneration?: number;
}

/** Who did it, for the audit: an identity and where it came from. */
export interface Actor extends Identity {
  readonly address: string;
}
