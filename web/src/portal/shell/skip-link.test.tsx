import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openPortal, signedInAs } from '../../testing/portal.tsx';
import { stubServer } from '../../testing/server.ts';

beforeEach(() => {
  window.scrollTo = () => undefined;
});

test.each([
  ['admin', '/admin/dashboard/clinics', 'Skip to content'],
  ['partner', '/partner/dashboard/shipments', 'Əsas məzmuna keç'],
] as const)(
  '%s: the first stop of the keyboard leads past the menu',
  async (role, address, name) => {
    signedInAs(role);
    stubServer({
      'GET /api/admin/clinics': { body: { clinics: [], totalPages: 0 } },
      'GET /api/partner/account': { body: { partner: { firstName: 'Aygün', lastName: '' } } },
    });
    const { user, where } = openPortal(address);
    const main = await screen.findByRole('main');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name }));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(main);
    expect(where()).toBe(address);
    await user.tab();
    expect(main.contains(document.activeElement)).toBe(true);
  },
);
