import type { Actor } from '../../../platform/http/identity.ts';

/** Staff see every file, a partner those of their own examinations, and a link to a viewer those of one examination. */
export const toReader = (actor: Pick<Actor, 'role' | 'personId' | 'checkupId'>): Reader => ({
  partnerId: actor.role === 'admin' ? undefined : actor.personId,
  checkupId: actor.checkupId,
});

/** Whose files are searched. */
export interface Reader {
  /** undefined: all files. */
  readonly partnerId: string | undefined;
  /** undefined: those of all examinations. */
  readonly checkupId: string | undefined;
}
