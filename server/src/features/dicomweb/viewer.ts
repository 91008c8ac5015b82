import type { Actor } from '../../platform/http/identity.ts';
import type { Viewer } from './dicomweb.repo.ts';

/** Staff see every file, a partner those of their own examinations. */
export const viewerOf = (actor: Pick<Actor, 'role' | 'personId'>): Viewer => ({
  partnerId: actor.role === 'admin' ? undefined : actor.personId,
});
