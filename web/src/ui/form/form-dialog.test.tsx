import { setLanguageSource } from '@deqiq/messages/language.ts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { pressBack } from '../../testing/back.ts';
import { TextInput } from '../field/text-input.tsx';
import { confirm } from '../overlay/confirm.tsx';
import { FormDialog } from './form-dialog.tsx';

setLanguageSource(() => 'spec');

function open({ busy = false, stoppable = false, dirty = false } = {}) {
  const submit = vi.fn(async () => void (await confirm({ title: 'Sure?' })));
  const closed = vi.fn();
  function Screen() {
    const [isShown, setShown] = useState(true);
    const close = () => {
      closed();
      setShown(false);
    };
    return isShown ? (
      <FormDialog
        title="Edit"
        save="Save"
        busy={busy}
        stoppable={stoppable}
        dirty={dirty}
        onSubmit={submit}
        onClose={close}
      >
        <TextInput aria-label="Name" />
      </FormDialog>
    ) : null;
  }
  const routes = [
    { path: '/before', element: <p>before</p> },
    { path: '/', element: <Screen /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/before', '/'] });
  render(<RouterProvider router={router} />);
  const leave = () => act(() => router.navigate(-1));
  return { submit, closed, leave, where: () => router.state.location.pathname };
}

const button = (name: string) => screen.getByRole('button', { name });

test('typing begins in the first field, and Enter saves', async () => {
  const { submit } = open();
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('Aygün{Enter}');
  expect(submit).toHaveBeenCalledOnce();
});

test.each(['Cancel', 'Close'])('%s closes it', async (name) => {
  const { closed } = open();
  await screen.findByRole('dialog');
  await userEvent.click(button(name));
  expect(closed).toHaveBeenCalledOnce();
});

/** Two presses of a mouse, the first of which opens the dialog. */
async function pressTwice({ after, away }: { after: number; away: number }) {
  const clock = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValue(1000);
  fireEvent.pointerDown(document.body, { screenX: 100, screenY: 100 });
  const { closed } = open();
  await screen.findByRole('dialog');
  clock.mockReturnValue(1000 + after);
  const at = { screenX: 100 + away, screenY: 100 };
  fireEvent.pointerDown(document.body, at);
  fireEvent.mouseDown(document.body, at);
  fireEvent.click(document.body, at);
  return closed;
}

test.each([
  ['the second press of a double click closes nothing', { after: 400, away: 3 }, 0],
  ['a press elsewhere closes it at once', { after: 100, away: 200 }, 1],
  ['a press at the same point closes it after a while', { after: 600, away: 0 }, 1],
])('%s', async (_, presses, times) => {
  const closed = await pressTwice(presses);
  expect(closed).toHaveBeenCalledTimes(times);
});

test('Back takes away the question, then the dialog, and only then leaves the page', async () => {
  const { leave, where, closed } = open();
  await screen.findByRole('dialog');
  await userEvent.click(button('Save'));
  await screen.findByRole('alertdialog', { name: 'Sure?' });
  await pressBack();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(closed).not.toHaveBeenCalled();
  await pressBack();
  expect(closed).toHaveBeenCalledOnce();
  expect(where()).toBe('/');
  await leave();
  expect(where()).toBe('/before');
});

test('nothing closes it while it is being saved', async () => {
  const { where, closed } = open({ busy: true });
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await pressBack();
  for (const name of ['Close', 'Cancel']) expect(button(name)).toHaveProperty('disabled', true);
  expect(button('Save')).toHaveProperty('ariaDisabled', 'true');
  expect(closed).not.toHaveBeenCalled();
  expect(where()).toBe('/');
});

test('what can be stopped may be closed meanwhile', async () => {
  const { closed } = open({ busy: true, stoppable: true });
  await screen.findByRole('dialog');
  await userEvent.click(button('Cancel'));
  expect(closed).toHaveBeenCalledOnce();
});

const question = 'Discard what you have entered?';

const pressOutside = () =>
  userEvent.pointer({
    keys: '[MouseLeft]',
    target: document.body,
    coords: { screenX: 500, screenY: 500 },
  });

/** The three ways in which a form is closed by accident, and the corner's. */
const strays: [string, () => Promise<unknown>][] = [
  ['a press outside', pressOutside],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Back', pressBack],
  ['the corner', () => userEvent.click(button('Close'))],
  ['Cancel', () => userEvent.click(button('Cancel'))],
];

test.each(strays)('%s asks once before what was typed is thrown away', async (_, stray) => {
  const opened = open({ dirty: true });
  await screen.findByRole('dialog');
  await stray();
  await screen.findByRole('alertdialog', { name: question });
  expect(opened.closed).not.toHaveBeenCalled();
  await userEvent.click(button('Go on editing'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('dialog')).toBeTruthy();
  await stray();
  await screen.findByRole('alertdialog', { name: question });
  await userEvent.click(button('Discard'));
  await waitFor(() => expect(opened.closed).toHaveBeenCalledOnce());
});

test('during a save the form opens no question of its own', async () => {
  const { closed } = open({ busy: true, stoppable: true, dirty: true });
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledOnce();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
