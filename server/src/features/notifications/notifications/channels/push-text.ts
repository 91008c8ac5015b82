import { findWording, isAboutResults, type Subject } from './wordings.ts';

/** What the service worker shows, and the address that a press opens. Names no person and no examination. */
export function composePush(about: Subject) {
  const { kind, objects } = about;
  const { subject: title, path } = findWording(about);
  const [only] = objects;
  return { title, path: isAboutResults(kind) && objects.length === 1 ? `${path}/${only}` : path };
}
