import { type Language, setLanguageSource } from '@deqiq/messages/language.ts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from '../button.tsx';
import { confirm, DialogOutlet, showError } from './confirm.tsx';
import { Dialog } from './dialog.tsx';

const question = { title: 'Əminsiniz?', text: 'Aygün Məmmədova silinəcək.' };

function host() {
  render(
    <>
      <button type="button">before</button>
      <DialogOutlet />
    </>,
  );
}

test('asks with title, text and the usual words', async () => {
  host();
  void confirm(question);
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Əminsiniz?' }));
  expect(dialog.getByText(question.text)).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Bəli' })).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Ləğv et' })).toBeTruthy();
});

test.each<[Language, string | undefined, string]>([
  ['spec', 'Yes, logout!', 'Cancel'],
  ['spec', undefined, 'Ləğv et'],
  ['az', 'Bəli, bitir', 'Ləğv et'],
  ['en', undefined, 'Cancel'],
])('in %s, the confirm label %s has the cancel label %s', async (language, yes, no) => {
  setLanguageSource(() => language);
  host();
  void confirm({ title: 'Sure?', ...(yes && { confirm: yes }) });
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Sure?' }));
  expect(dialog.getByRole('button', { name: no })).toBeTruthy();
  setLanguageSource(() => 'az');
});

test('a name cannot change the meaning of the question', async () => {
  host();
  void confirm({ ...question, text: '\u202eAygün\u2066 silinəcək.' });
  expect(await screen.findByText('Aygün silinəcək.')).toBeTruthy();
});

test('confirming resolves with true and closes the dialog', async () => {
  host();
  const answer = confirm({ ...question, confirm: 'Yes, logout!' });
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, logout!' }));
  expect(await answer).toBe(true);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test.each([
  ['cancel', () => userEvent.click(screen.getByRole('button', { name: 'Ləğv et' }))],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('%s is false', async (_, refuse) => {
  host();
  const answer = confirm(question);
  await screen.findByRole('alertdialog');
  await refuse();
  expect(await answer).toBe(false);
});

test('a destructive action must be selected: Enter alone cancels', async () => {
  host();
  const answer = confirm({ ...question, danger: true });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ləğv et'));
  await userEvent.keyboard('{Enter}');
  expect(await answer).toBe(false);
});

test('a repeating Enter from the form does not confirm', async () => {
  host();
  const answer = confirm(question);
  const yes = await screen.findByRole('button', { name: 'Bəli' });
  const repeatedEnter = { key: 'Enter', bubbles: true, cancelable: true };
  expect(fireEvent(yes, new KeyboardEvent('keydown', { ...repeatedEnter, repeat: true }))).toBe(
    false,
  );
  expect(fireEvent(yes, new KeyboardEvent('keydown', repeatedEnter))).toBe(true);
  await userEvent.click(yes);
  expect(await answer).toBe(true);
});

test('the focus returns to the former element', async () => {
  host();
  const before = screen.getByRole('button', { name: 'before' });
  before.focus();
  const answer = confirm(question);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Bəli'));
  await userEvent.keyboard('{Escape}');
  await answer;
  await waitFor(() => expect(document.activeElement).toBe(before));
});

test('the error dialog is titled Xəta! and has nothing to choose', async () => {
  host();
  const read = showError('Please enter a valid email');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Xəta!' }));
  expect(dialog.getByText('Please enter a valid email')).toBeTruthy();
  expect(dialog.getAllByRole('button')).toHaveLength(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Bağla' }));
  await read;
});

test('two questions come one after the other', async () => {
  host();
  const first = confirm({ title: 'First?' });
  const second = confirm({ title: 'Second?' });
  await userEvent.click(await screen.findByRole('button', { name: 'Bəli' }));
  expect(await first).toBe(true);
  const dialog = await screen.findByRole('alertdialog', { name: 'Second?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ləğv et' }));
  expect(await second).toBe(false);
});

test('a question over a dialog leaves the dialog open, whatever the answer', async () => {
  const onClose = vi.fn();
  render(
    <>
      <DialogOutlet />
      <Dialog open onClose={onClose} title="Edit">
        <input aria-label="Name" defaultValue="Aygün" />
        <Button onClick={() => void confirm(question)}>Save</Button>
      </Dialog>
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('alertdialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Aygün');
});

test('a confirmation moves to the dialog that opens over it, and is shown once', async () => {
  // An animation that never ends: whatever is moving out stays to be counted.
  const moving = { finished: new Promise(() => undefined), pending: false };
  Object.assign(Element.prototype, { getAnimations: () => [moving] });
  const layers = (open: boolean) => (
    <>
      <DialogOutlet />
      <Dialog open={open} onClose={() => undefined} title="Edit">
        <p>…</p>
      </Dialog>
    </>
  );
  const { rerender } = render(layers(false));
  const answer = confirm(question);
  await screen.findByRole('alertdialog');
  rerender(layers(true));
  await screen.findByText('…');
  expect(screen.getAllByRole('alertdialog', { hidden: true })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Bəli' }));
  expect(await answer).toBe(true);
  Reflect.deleteProperty(Element.prototype, 'getAnimations');
});

test('a busy dialog does not close', async () => {
  const onClose = vi.fn();
  render(
    <Dialog open busy onClose={onClose} title="Edit">
      <p>…</p>
    </Dialog>,
  );
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});
