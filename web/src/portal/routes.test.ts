import { isViewerPath, portalAddresses } from '@deqiq/contract/shared/paths.ts';
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
  const ofViewer = addresses.filter((address) => address.includes(':'));
  expect(ofViewer.map((address) => isViewerPath(address.replaceAll(':', '')))).toEqual([
    true,
    true,
    true,
  ]);
  expect([...portalAddresses].sort()).toEqual(
    addresses.filter((address) => !ofViewer.includes(address)).sort(),
  );
});
