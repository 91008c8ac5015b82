import type { ReportMacro } from '@deqiq/contract/reports/report-macros.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAt } from '../../../../testing/admin/admin.tsx';
import { checkupOf } from '../../../../testing/checkups.ts';
import { draftOf } from '../../../../testing/reports.ts';
import type { Received } from '../../../../testing/server.ts';

const MACROS = '/api/admin/report-macros';
const kist: ReportMacro = { _id: 'm1', name: 'kist', text: '{diş} kökündə {ölçü} mm kist.' };

/** The page of a report whose author has these texts. */
function open(macros: ReportMacro[] = [kist]) {
  const stored = [...macros];
  const account = { _id: 'a1', username: 'rashad', role: 'staff', secondFactor: 'off' };
  const radiologist = { name: 'Rəşad Quliyev', title: '', licence: '' };
  return openAt('/admin/dashboard/checkups/c1/report', {
    'GET /api/admin/account': { body: { account: { ...account, radiologist } } },
    'GET /api/admin/checkups/c1': { body: { checkup: checkupOf({ _id: 'c1' }) } },
    'GET /api/admin/checkups/c1/questions': { body: { questions: [] } },
    'GET /api/admin/checkups/c1/diagnostic-reports': { body: { reports: [draftOf()] } },
    'PUT /api/admin/diagnostic-reports/report-1': ({ body }: Received) => ({
      body: { report: { ...draftOf(), ...JSON.parse(String(body)), version: 2 } },
    }),
    [`GET ${MACROS}`]: () => ({ body: { macros: stored } }),
    [`POST ${MACROS}`]: ({ body }: Received) => {
      stored.push({ _id: 'm2', ...JSON.parse(String(body)) });
      return { body: { macro: stored.at(-1), message: '' } };
    },
    [`DELETE ${MACROS}/m1`]: () => {
      stored.shift();
      return { body: { message: '' } };
    },
  });
}

const findText = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label);

const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd);

test('a typed short name and Tab become the text; Tab visits its fields, then leaves', async () => {
  const { user, server } = open();
  const conclusion = await findText('Conclusion');
  await waitFor(() => expect(server.to(MACROS)).toHaveLength(1));
  await user.type(conclusion, 'Sağda KİST');
  await user.tab();
  expect(conclusion.value).toBe('Sağda {diş} kökündə {ölçü} mm kist.');
  expect(selected(conclusion)).toBe('{diş}');
  await user.keyboard('36');
  await user.tab();
  expect(selected(conclusion)).toBe('{ölçü}');
  await user.keyboard('4');
  expect(conclusion.value).toBe('Sağda 36 kökündə 4 mm kist.');
  expect(document.activeElement).toBe(conclusion);
  await user.tab();
  expect(document.activeElement).not.toBe(conclusion);
  await waitFor(() => {
    // A slow typist is saved in between.
    const saved = server.to('/api/admin/diagnostic-reports/report-1').at(-1);
    expect(String(saved?.body)).toContain('Sağda 36 kökündə 4 mm kist.');
  });
});

test('other words, and braces that were typed, leave Tab as it is', async () => {
  const { user, server } = open();
  const conclusion = await findText('Conclusion');
  await waitFor(() => expect(server.to(MACROS)).toHaveLength(1));
  await user.type(conclusion, '{{diş} kistoma');
  conclusion.setSelectionRange(0, 0);
  await user.tab();
  expect(document.activeElement).not.toBe(conclusion);
  expect(conclusion.value).toBe('{diş} kistoma');
});

test('one press in the list inserts a text where the cursor was', async () => {
  const { user } = open();
  const technique = await findText('Technique');
  await user.type(technique, 'a b');
  technique.setSelectionRange(2, 2);
  await user.click(screen.getByRole('button', { name: 'My texts' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: /^kist/ }));
  await waitFor(() => expect(technique.value).toBe('a {diş} kökündə {ölçü} mm kist.b'));
  await waitFor(() => expect(document.activeElement).toBe(technique));
  expect(selected(technique)).toBe('{diş}');
});

test('without a chosen field nothing is inserted, and a sentence says why', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'My texts' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('button', { name: /^kist/ }));
  expect(await screen.findByText('Choose a text field first')).toBeTruthy();
});

test('an author adds and deletes texts', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: 'My texts' }));
  await user.click(await screen.findByRole('button', { name: 'New text' }));
  await user.type(await screen.findByLabelText(/^Short name/), 'norma');
  await user.type(screen.getByLabelText(/^Text/), 'Dəyişiklik yoxdur.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: /^norma/ })).toBeTruthy();
  const [, sent] = server.to(MACROS);
  expect(JSON.parse(String(sent?.body))).toEqual({ name: 'norma', text: 'Dəyişiklik yoxdur.' });
  await user.click(screen.getByRole('button', { name: 'Delete “kist”' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^kist/ })).toBeNull());
});

test('who signs a field that is not filled in is asked first', async () => {
  const { user } = open();
  await user.type(await findText('Conclusion'), '{{ölçü} mm');
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText('{ölçü} is not filled in. Sign anyway?')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Ləğv et' }));
  expect(screen.queryByLabelText('Your password')).toBeNull();
});

test('an author without texts is told so', async () => {
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'My texts' }));
  expect(await screen.findByText('You have no texts yet.')).toBeTruthy();
});
