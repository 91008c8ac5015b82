import type { EventKind } from '@deqiq/contract/notifications.ts';
import { findWording } from './wordings.ts';

/** What the service worker shows, and the address that a press opens. Names no person and no examination. */
export function composePush(kind: EventKind, objects: readonly string[]) {
  const { subject: title, path } = findWording(kind, objects.length);
  const [only] = objects;
  return { title, path: kind === 'result' && objects.length === 1 ? `${path}/${only}` : path };
}
