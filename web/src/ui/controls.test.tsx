import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { findHighlighted } from '../testing/options.ts';
import { Button } from './button.tsx';
import { Field } from './field/field.tsx';
import { FileDrop } from './field/file-drop.tsx';
import { Select } from './field/select.tsx';
import { TextInput } from './field/text-input.tsx';
import { Picture } from './picture.tsx';
import { Progress } from './progress.tsx';

test('a field ties label, error and hint to its control', () => {
  render(
    <Field label="Email" hint="For signing in" error="Please enter a valid email" required>
      <TextInput name="email" />
    </Field>,
  );
  const input = screen.getByLabelText(/^Email/);
  const description = input
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(description).toEqual(['Please enter a valid email', 'For signing in']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.getAttribute('aria-required')).toBe('true');
});

test('a field without an error has no error attributes', () => {
  render(
    <Field label="Email">
      <TextInput />
    </Field>,
  );
  const input = screen.getByLabelText('Email');
  expect(input.hasAttribute('aria-invalid')).toBe(false);
  expect(input.hasAttribute('aria-describedby')).toBe(false);
});

test('a button submits only with type submit', () => {
  render(<Button>Save</Button>);
  expect(screen.getByRole('button')).toHaveProperty('type', 'button');
});

test('a button at work takes no press and no Enter of its form, and keeps the focus', async () => {
  const pressed = vi.fn();
  const show = (busy: boolean) => (
    <form onSubmit={pressed}>
      <TextInput />
      <Button type="submit" busy={busy} onClick={pressed}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(show(false));
  const button = screen.getByRole('button', { name: 'Save' });
  button.focus();
  rerender(show(true));
  await userEvent.click(button);
  expect(document.activeElement).toBe(button);
  await userEvent.type(screen.getByRole('textbox'), '{Enter}');
  expect(pressed).not.toHaveBeenCalled();
});

test('a broken picture becomes a placeholder with the same name; another source is tried again', () => {
  const { rerender } = render(<Picture src="/a.webp" alt="Rentgen" />);
  fireEvent.error(screen.getByRole('img', { name: 'Rentgen' }));
  expect(screen.getByRole('img', { name: /^Rentgen — / }).tagName).toBe('SPAN');
  rerender(<Picture src="/b.webp" alt="Rentgen" />);
  expect(screen.getByRole('img', { name: 'Rentgen' })).toHaveProperty('tagName', 'IMG');
});

test('files are selected or dropped; only one where one is expected', async () => {
  const onFiles = vi.fn();
  render(<FileDrop label="X-ray files" accept=".dcm" onFiles={onFiles} />);
  const files = [new File(['a'], 'a.dcm'), new File(['b'], 'b.dcm')];
  const input = screen.getByLabelText(/X-ray files/, { selector: 'input' });
  await userEvent.upload(input, files[0] as File);
  fireEvent.drop(input.closest('label') as HTMLElement, { dataTransfer: { files } });
  expect(onFiles.mock.calls.map(([files]) => files.map((file: File) => file.name))).toEqual([
    ['a.dcm'],
    ['a.dcm'],
  ]);
  expect(input).toHaveProperty('value', '');
});

test('progress is a named bar with its percent', () => {
  render(<Progress value={41.6} label="scan.dcm" />);
  expect(screen.getByRole('progressbar', { name: 'scan.dcm' })).toHaveProperty('value', 42);
  expect(screen.getByText('42%')).toBeTruthy();
});

test('a select works from the keyboard', async () => {
  const onChange = vi.fn();
  render(
    <Field label="Status">
      <Select
        value="pending"
        onChange={onChange}
        options={[
          { value: 'pending', label: 'Gözləyir' },
          { value: 'completed', label: 'Tamamlandı' },
        ]}
      />
    </Field>,
  );
  const select = screen.getByRole('combobox', { name: 'Status' });
  expect(select.textContent).toContain('Gözləyir');
  select.focus();
  await userEvent.keyboard('{Enter}');
  await findHighlighted('Gözləyir');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onChange.mock.calls).toEqual([['completed']]);
});
