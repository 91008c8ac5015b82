import 'fake-indexeddb/auto';
import { createStore, get, set } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { departure } from '../../../api/people/session/departure.ts';
import { openPortal, signedInAs } from '../../../testing/portal.tsx';
import { stubServer } from '../../../testing/server.ts';

test('unsent photos of questions leave this browser with the session, on every screen', async () => {
  const store = createStore('deqiq-questions', 'photos');
  await set('p1', new Blob(['x']), store);
  stubServer({});
  signedInAs('admin');
  openPortal('/admin/dashboard/security');
  departure.begin();
  await vi.waitFor(async () => expect(await get('p1', store)).toBeUndefined());
});
