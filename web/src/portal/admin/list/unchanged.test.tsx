import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../../api/http/query.ts';
import {
  clinicOf,
  doctorOf,
  labOf,
  openSection,
  paymentOf,
  reportOf,
  statsOf,
} from '../../../testing/admin.tsx';
import { checkupOf, listOf } from '../../../testing/checkups.ts';
import type { Reply } from '../../../testing/server.ts';

const onePage = { totalPages: 1 };
const nested = { pagination: { totalPages: 1 } };
const visitor = { _id: 'a1', fullName: 'Nigar', email: '', phone: '1', createdAt: '2026-11-20' };
const applications = {
  applications: [{ ...visitor, clinicName: '', clinicPhone: '', partnerFullName: '', message: '' }],
  ...nested,
};

/** Long enough for whatever is still to be drawn. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 30)));

/** Every section with the resource it polls and what that answers. */
const sections: [section: string, resource: string, body: object][] = [
  ['', 'partners', { partners: [statsOf()], pagination: { totalPage: 1 } }],
  ['checkups', 'checkups', listOf([checkupOf()])],
  ['applications/partner', 'applications/partner', applications],
  ['applications/reservation', 'applications/reservation', applications],
  ['applications/contact', 'applications/contact', applications],
  ['payments', 'payments', { payments: [paymentOf()], ...onePage }],
  ['partner-stats', 'partner-stats', { partners: [statsOf()], ...onePage }],
  ['doctors', 'partnercards', { partnerCards: [doctorOf()], ...onePage }],
  ['clinics', 'clinics', { clinics: [clinicOf()], ...onePage }],
  ['labs', 'labs', { labs: [labOf()], ...onePage }],
  ['reports', 'reports', { reports: [reportOf()], ...nested }],
];

test.each(sections)(
  'a poll of "%s" that answers 304 draws nothing at all',
  async (section, resource, body) => {
    const answers: Reply[] = [{ body, headers: { ETag: '"1"' } }];
    const { drawings, sent } = openSection(section, {
      [`GET /api/admin/${resource}`]: async () => {
        // As long as a real answer takes, so that fetching would show.
        await new Promise((resolve) => setTimeout(resolve, 5));
        return answers.shift() ?? { status: 304 };
      },
    });
    await screen.findAllByRole('row');
    // The portal's overlays come by themselves, and may come last.
    await screen.findByLabelText('Bildirişlər');
    let before = -1;
    while (before !== drawings()) {
      before = drawings();
      await settled();
    }
    await queryClient.refetchQueries({ queryKey: ['admin', resource] });
    await settled();
    expect(sent('GET')).toHaveLength(2);
    expect(sent('GET')[1]?.headers.get('If-None-Match')).toBe('"1"');
    expect(drawings()).toBe(before);
  },
);
