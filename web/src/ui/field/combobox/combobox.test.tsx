import { setLanguageSource } from '@deqiq/messages/language.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/http/query.ts';
import { later } from '../../../testing/server.ts';
import { Field } from '../field.tsx';
import { Combobox } from './combobox.tsx';

setLanguageSource(() => 'spec');

type Person = { id: string; name: string };

const people: Person[] = [
  { id: '1', name: 'Aygün Məmmədova' },
  { id: '2', name: 'Elçin Əliyev' },
];

function Picker({ search }: { search: (text: string, signal: AbortSignal) => Promise<Person[]> }) {
  const [value, setValue] = useState<Person | null>(null);
  return (
    <>
      <Field label="Partner">
        <Combobox
          value={value}
          onChange={setValue}
          searchKey={['people']}
          search={search}
          itemKey={(person) => person.id}
          itemLabel={(person) => person.name}
          placeholder="Search partners..."
          failedText="Failed to load partners"
        />
      </Field>
      <output>{value?.id ?? 'none'}</output>
    </>
  );
}

function open(search: (text: string, signal: AbortSignal) => Promise<Person[]>) {
  const searchSpy = vi.fn(search);
  render(
    <QueryClientProvider client={queryClient}>
      <Picker search={searchSpy} />
    </QueryClientProvider>,
  );
  return { searchSpy, field: screen.getByRole('combobox', { name: 'Partner' }) };
}

test('shows Loading..., then the first people; one is selected with the keyboard', async () => {
  const answer = later<Person[]>();
  const { searchSpy, field } = open(() => answer.promise);
  await userEvent.click(field);
  expect(await screen.findByText('Loading...')).toBeTruthy();
  answer.resolve(people);
  expect(await screen.findAllByRole('option')).toHaveLength(2);
  expect(searchSpy.mock.calls[0]?.[0]).toBe('');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(screen.getByText('2', { selector: 'output' })).toBeTruthy());
  expect(field).toHaveProperty('value', 'Elçin Əliyev');
});

test('typed text is requested from the server once, after a pause', async () => {
  const { searchSpy, field } = open(async (text) => (text ? people.slice(0, 1) : people));
  await userEvent.type(field, 'aygun');
  await waitFor(() => expect(searchSpy.mock.calls.map(([text]) => text)).toContain('aygun'));
  expect(searchSpy.mock.calls.map(([text]) => text)).not.toContain('ayg');
  expect(await screen.findAllByRole('option')).toHaveLength(1);
});

test('shows that no partner was found, and that the search failed', async () => {
  const { searchSpy, field } = open(async (text) => {
    if (text === 'x') throw new Error('no server');
    return [];
  });
  await userEvent.click(field);
  expect(await screen.findByText('No partners found')).toBeTruthy();
  await userEvent.type(field, 'x');
  expect(await screen.findByText('Failed to load partners')).toBeTruthy();
  expect(searchSpy).toHaveBeenCalled();
});

test('an earlier search is aborted and its late response is not shown', async () => {
  const slow = later<Person[]>();
  const { searchSpy, field } = open((text) =>
    text ? Promise.resolve(people.slice(1)) : slow.promise,
  );
  await userEvent.click(field);
  await userEvent.type(field, 'elcin');
  expect(await screen.findByRole('option', { name: 'Elçin Əliyev' })).toBeTruthy();
  expect(searchSpy.mock.calls[0]?.[1].aborted).toBe(true);
  await act(async () => slow.resolve(people));
  expect(screen.getAllByRole('option')).toHaveLength(1);
});
