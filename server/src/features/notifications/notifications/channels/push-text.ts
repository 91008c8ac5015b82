import { findWording, hasPages, type Subject } from '../wordings.ts';

/** The notification of the service worker and the address that it opens. Names no person and no examination. */
export function composePush(about: Subject) {
  const { kind, objects } = about;
  const { subject: title, path } = findWording(about);
  const [only] = objects;
  return { title, path: hasPages(kind) && objects.length === 1 ? `${path}/${only}` : path };
}
