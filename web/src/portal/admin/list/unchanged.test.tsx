import { screen, waitFor } from '@testing-library/react';
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
} from '../../../testing/admin/admin.tsx';
import { checkupOf, listOf } from '../../../testing/checkups.ts';
import { queriesNotified, queriesRendered } from '../../../testing/query.ts';
import type { Reply } from '../../../testing/server.ts';

const onePage = { totalPages: 1 };
const nested = { pagination: { totalPages: 1 } };
const visitor = { _id: 'a1', fullName: 'Nigar', email: '', phone: '1', createdAt: '2026-11-20' };
const applications = {
  applications: [{ ...visitor, clinicName: '', clinicPhone: '', partnerFullName: '', message: '' }],
  ...nested,
};

/** Resolves once no query is fetching and React has rendered every result. */
async function settled(): Promise<void> {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await queriesRendered();
}

/** Every section with the resource it polls and its response. */
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
  'a poll of "%s" that returns 304 renders nothing',
  async (section, resource, body) => {
    const answers: Reply[] = [{ body, headers: { ETag: '"1"' } }];
    const { drawings, sent } = openSection(section, {
      [`GET /api/admin/${resource}`]: async () => {
        // The fetching state is delivered before the answer.
        await queriesNotified();
        return answers.shift() ?? { status: 304 };
      },
    });
    await screen.findAllByRole('row');
    // The overlays are a chunk of their own and may load last.
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
