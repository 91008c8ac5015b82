import { SHARE_PATH } from '@deqiq/contract/examinations/share-limits.ts';
import { isReferralPath, isViewerPath, portalAddresses } from '@deqiq/contract/shared/paths.ts';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { routes } from './routes.tsx';

function addressesOf(route: RouteObject, parent = ''): string[] {
  const address = route.path ? `${parent}/${route.path}` : parent;
  if (route.children) return route.children.flatMap((child) => addressesOf(child, address));
  return route.path === '*' ? [] : [address];
}

test('the server responds to the address of every screen of the portal', () => {
  const addresses = routes.flatMap((route) => addressesOf(route));
  const withIds = addresses.filter((address) => address.includes(':'));
  const [ofShare, ...others] = withIds.filter(
    (address) => ![isViewerPath, isReferralPath].some((has) => has(address.replaceAll(':', ''))),
  );
  // A route of its own sends it, to visitors who have opened the share.
  expect(ofShare).toBe(`${SHARE_PATH}:token/bax/:file`);
  expect(others).toEqual([]);
  expect(withIds).toHaveLength(8);
  expect([...portalAddresses].sort()).toEqual(
    addresses.filter((address) => !withIds.includes(address)).sort(),
  );
});
