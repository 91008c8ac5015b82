import { setLanguageSource } from '@deqiq/messages/language.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SearchBar } from './search-bar.tsx';

setLanguageSource(() => 'spec');

function show(value = '') {
  const onSearch = vi.fn();
  const bar = (search: string) => (
    <SearchBar value={search} onSearch={onSearch} placeholder="Search by name..." />
  );
  const { rerender } = render(bar(value));
  return {
    onSearch,
    field: screen.getByRole('searchbox'),
    setValue: (to: string) => rerender(bar(to)),
  };
}

test('typing alone does nothing', async () => {
  const { onSearch, field } = show();
  await userEvent.type(field, 'Aygün');
  expect(onSearch).not.toHaveBeenCalled();
});

test('Enter searches, without the blanks around', async () => {
  const { onSearch, field } = show();
  await userEvent.type(field, '  Aygün {Enter}');
  expect(onSearch.mock.calls).toEqual([['Aygün']]);
});

test('the button searches', async () => {
  const { onSearch, field } = show();
  await userEvent.type(field, 'Elçin');
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(onSearch.mock.calls).toEqual([['Elçin']]);
});

test('Clear empties the field and the search', async () => {
  const { onSearch, field } = show('Elçin');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onSearch.mock.calls).toEqual([['']]);
  expect(field).toHaveProperty('value', '');
});

test('Clear right after Enter calls off the search that is not yet in force', async () => {
  const { onSearch, field } = show();
  await userEvent.type(field, 'Elçin{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onSearch.mock.calls).toEqual([['Elçin'], ['']]);
});

test('there is nothing to clear at first', () => {
  show();
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

test('the field follows a search that changes from outside', () => {
  const { field, setValue } = show('Elçin');
  setValue('Aygün');
  expect(field).toHaveProperty('value', 'Aygün');
});
