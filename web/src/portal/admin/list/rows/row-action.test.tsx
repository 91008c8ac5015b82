import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, labOf, openSection, readError } from '../../../../testing/admin/admin.tsx';
import { later, type Reply } from '../../../../testing/server.ts';

const PATH = '/api/admin/labs';

/** Three orders; deleting one takes as long as `done` does. */
function open(done: Promise<Reply>) {
  let labs = ['one', 'two', 'three'].map((title) => labOf({ _id: title, title }));
  return openSection('labs', {
    [`GET ${PATH}`]: () => ({ body: { labs, totalPages: 1 } }),
    [`DELETE ${PATH}/two`]: async () => {
      const reply = await done;
      if (!reply.status) labs = labs.filter(({ _id }) => _id !== 'two');
      return reply;
    },
  });
}

const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
const deleteOf = async (title: string) =>
  within(await row(title)).getByRole('button', { name: 'Delete' });

test('a row whose deletion is pending is busy and opens no second confirmation; the focus moves to the next', async () => {
  const done = later<Reply>();
  const { user, sent } = open(done.promise);
  await user.click(await deleteOf('two'));
  await answer(user, 'Bəli');
  expect((await row('two')).getAttribute('aria-busy')).toBe('true');
  expect((await row('one')).getAttribute('aria-busy')).toBeNull();
  await user.click(await deleteOf('two'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  done.resolve({ body: {} });
  await waitFor(() => expect(screen.queryByRole('row', { name: /two/ })).toBeNull());
  const next = await deleteOf('three');
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(sent('DELETE')).toHaveLength(1);
});

test('a row whose deletion failed is no longer busy', async () => {
  const { user } = open(Promise.resolve({ status: 500, text: '' }));
  await user.click(await deleteOf('two'));
  await answer(user, 'Bəli');
  await readError(user, 'Laboratoriya silinmədi.');
  expect((await row('two')).getAttribute('aria-busy')).toBeNull();
});
