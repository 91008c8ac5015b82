import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { labOf, openSection, readError } from '../../../testing/admin/admin.tsx';
import { later, type Reply } from '../../../testing/server.ts';

const labs = { body: { labs: [labOf()], totalPages: 1 } };

function open(reply: () => Reply | Promise<Reply>) {
  const saved: { name: string; blob: Blob }[] = [];
  const createObjectURL = vi.spyOn(URL, 'createObjectURL');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, blob: createObjectURL.mock.lastCall?.[0] as Blob });
  });
  const opened = openSection('labs?page=2&name=tac', {
    'GET /api/admin/labs': labs,
    'GET /api/admin/exports/labs': reply,
  });
  return { ...opened, saved };
}

test('saves the list as a workbook with the search in force, signed, byte for byte', async () => {
  const { server, user, saved } = open(() => ({ text: 'PK\u0003\u0004' }));
  await user.click(await screen.findByRole('button', { name: 'Export Excel' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [request] = server.to('/api/admin/exports/labs');
  expect(request?.query.toString()).toBe('name=tac&format=xlsx');
  expect(request?.headers.get('Authorization')).toBe('Bearer access type=access');
  expect(saved[0]?.name).toMatch(/^labs-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(await saved[0]?.blob.text()).toBe('PK\u0003\u0004');
});

test('saves the list as CSV beside it, with the mark by which Excel recognises UTF-8', async () => {
  const answer = later<Reply>();
  const { server, user, saved } = open(() => answer.promise);
  const button = await screen.findByRole('button', { name: 'Export CSV' });
  await user.click(button);
  expect(button).toHaveProperty('ariaDisabled', 'true');
  expect(screen.getByRole('button', { name: 'Export Excel' })).toHaveProperty('disabled', true);
  answer.resolve({ text: '\uFEFF"Title"\r\n"Tac"\r\n' });
  await waitFor(() => expect(saved).toHaveLength(1));
  const [request] = server.to('/api/admin/exports/labs');
  expect(request?.query.toString()).toBe('name=tac&format=csv');
  expect(saved[0]?.name).toMatch(/^labs-\d{4}-\d\d-\d\d\.csv$/);
  const bytes = new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? new ArrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  await waitFor(() => expect(button).toHaveProperty('ariaDisabled', null));
});

test('a refusal shows the reason or the default message, and saves nothing', async () => {
  const replies: Reply[] = [
    { status: 503, body: { message: 'Server məşğuldur' } },
    { status: 500, text: '' },
  ];
  const { user, saved } = open(() => replies.shift() ?? {});
  for (const message of ['Server məşğuldur', 'The list could not be exported']) {
    await user.click(await screen.findByRole('button', { name: 'Export Excel' }));
    await readError(user, message);
  }
  expect(saved).toEqual([]);
});
