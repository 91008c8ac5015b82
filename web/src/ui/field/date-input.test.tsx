import { parseDay } from '@deqiq/contract/shared/time/dates.ts';
import { setLanguageSource } from '@deqiq/messages/language.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DateInput } from './date-input.tsx';

setLanguageSource(() => 'spec');

const changed = vi.fn();

function open(initial = '') {
  function Form() {
    const [value, setValue] = useState(initial);
    return (
      <DateInput
        name="day"
        value={value}
        onChange={(next) => {
          changed(next);
          setValue(next);
        }}
      />
    );
  }
  render(<Form />);
  return screen.getByRole<HTMLInputElement>('textbox');
}

test.each([
  ['20.11.2026', '2026-11-20'],
  ['1.2.2026', '2026-02-01'],
  ['20/11/2026', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['20.11.26', '20.11.26'],
  ['', ''],
])('%s is the value %s', (typed, value) => {
  expect(parseDay(typed)).toBe(value);
});

test('a date is shown and typed as dd.mm.yyyy, and its value stays YYYY-MM-DD', async () => {
  const field = open('1985-03-12');
  expect(field.value).toBe('12.03.1985');
  await userEvent.clear(field);
  await userEvent.type(field, '1.4.1990');
  expect(changed).toHaveBeenLastCalledWith('1990-04-01');
  expect(field.value).toBe('1.4.1990');
  await userEvent.tab();
  expect(field.value).toBe('01.04.1990');
});

test('the calendar opens from its button and fills the field', async () => {
  const field = open();
  const calendar = document.querySelector<HTMLInputElement>('input[type=date]') as HTMLInputElement;
  const showPicker = vi.fn();
  calendar.showPicker = showPicker;
  await userEvent.click(screen.getByRole('button', { name: 'Open the calendar' }));
  expect(showPicker).toHaveBeenCalledOnce();
  fireEvent.change(calendar, { target: { value: '2026-11-27' } });
  expect(field.value).toBe('27.11.2026');
});
