import type { Role, StaffRole } from '@deqiq/contract/shared/roles.ts';

/** The sender of a request with a valid token and session. */
export interface Identity {
  readonly role: Role;
  /** The admin's or the partner's id. */
  readonly personId: string;
  readonly sessionId: string;
  /** Limits the request to the files of one examination: that of a link to a viewer. */
  readonly checkupId?: string;
  /** Staff only. */
  readonly staffRole?: StaffRole;
  /** Staff only: must enrol a second factor before any other call. */
  readonly mustEnrol?: boolean;
  /** The number of the request's refresh token; see `sessions/refresh/refresh-state.ts`. */
  readonly refreshGeneration?: number;
}

/** The author of a change, for the audit: identity and network address. */
export interface Actor extends Identity {
  readonly address: string;
}

/** Confirms a password before a change of sign-in. Returns username or e-mail. Throws 400 (wrong), 429 (too many). */
export type Reauthenticate = (actor: Actor, password: string) => Promise<string>;

/** The open visit of a share: its visitor has no account. */
export interface Visit {
  readonly id: string;
  readonly share_id: string;
}

/** A sender of studies that is no person. */
export interface Sender {
  /** null: the intake process, on behalf of a machine that is no device yet. */
  readonly device: { readonly id: string; readonly name: string } | null;
  /** The machine's AE title, as the intake process reports it; '' for a device with a token. */
  readonly aeTitle: string;
}
