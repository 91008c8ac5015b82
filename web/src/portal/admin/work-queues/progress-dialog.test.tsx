import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answer,
  dialog,
  firstRow,
  openSection,
  press,
  readError,
  reportOf,
} from '../../../testing/admin/admin.tsx';
import type { Reply } from '../../../testing/server.ts';

const PATH = '/api/admin/reports';
const progress = {
  status: 'done',
  note: 'Zəng etdim',
  handledBy: 'leyla',
  handledAt: '2026-11-20T08:00:00.000Z',
  version: 2,
};

const open = (replies: Reply[]) =>
  openSection('reports?status=new', {
    [`GET ${PATH}`]: { body: { reports: [reportOf()], pagination: { totalPages: 1 } } },
    [`PATCH ${PATH}/r1/status`]: () => replies.shift() ?? { status: 500, text: '' },
  });

test('an entry is filtered by the address; its status is changed after a confirmation', async () => {
  const { sent, user } = open([{ body: { progress, message: 'Status saved' } }]);
  expect((await firstRow()).cells[2]).toBe('Nəticələr gec gəlirNew');
  expect(sent('GET')[0]?.query.get('status')).toBe('new');
  await user.click(screen.getByRole('button', { name: 'Update status' }));
  await user.type(await screen.findByLabelText('Note'), 'Sabah');
  await press(user, 'Save');
  expect(await answer(user, 'Yes, save')).toContain('Aygün Məmmədova: the status will be “New”.');
  expect(await screen.findByText('Status saved')).toBeTruthy();
  expect(JSON.parse(String(sent('PATCH')[0]?.body))).toEqual({
    status: 'new',
    note: 'Sabah',
    version: 1,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the change of a colleague is shown, what was typed stays, and the next save replaces it', async () => {
  const message = 'A colleague has changed this entry meanwhile.';
  const { sent, user } = open([
    { status: 409, body: { code: 'conflict', message, progress } },
    { body: { progress, message: 'Status saved' } },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Update status' }));
  await user.type(await screen.findByLabelText('Note'), 'Mənim qeydim');
  await press(user, 'Save');
  await answer(user, 'Yes, save');
  await readError(user, message);
  expect(dialog().getByText('Zəng etdim')).toBeTruthy();
  expect(dialog().getByText(/leyla/)).toBeTruthy();
  expect(screen.getByLabelText('Note')).toHaveProperty('value', 'Mənim qeydim');
  await press(user, 'Save');
  await answer(user, 'Yes, save');
  expect(await screen.findByText('Status saved')).toBeTruthy();
  expect(JSON.parse(String(sent('PATCH')[1]?.body))).toMatchObject({ version: 2 });
});
