import type { Actor } from '../../../platform/http/identity.ts';
import type { Viewer } from './dicomweb.repo.ts';

/** Staff see every file, a partner those of their own examinations, and a link to a viewer those of one examination. */
export const viewerOf = (actor: Pick<Actor, 'role' | 'personId' | 'checkupId'>): Viewer => ({
  partnerId: actor.role === 'admin' ? undefined : actor.personId,
  checkupId: actor.checkupId,
});
