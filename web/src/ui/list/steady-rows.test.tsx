import { setLanguageSource } from '@deqiq/messages/language.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import { mergeRows } from './steady-rows.ts';

setLanguageSource(() => 'spec');

type Row = { id: string; state: string };
const row = (id: string, state = 'new'): Row => ({ id, state });

function show(ids: readonly Row[]) {
  const element = (list: { rows: readonly Row[] }, listKey: string) => (
    <DataTable
      query={{
        data: list,
        error: null,
        errorUpdateCount: 0,
        isFetching: false,
        isPlaceholderData: false,
        refetch: vi.fn(),
      }}
      rows={({ rows }) => [...rows]}
      rowKey={({ id }) => id}
      columns={[{ id: 'id', header: 'Id', cell: ({ id, state }) => `${id} ${state}` }]}
      caption="Things"
      empty="None"
      failed="Failed"
      listKey={listKey}
    />
  );
  const { rerender } = render(element({ rows: ids }, 'page 1'));
  return (next: readonly Row[], listKey = 'page 1') => rerender(element({ rows: next }, listKey));
}

const cells = () => screen.queryAllByRole('cell').map(({ textContent }) => textContent);
const table = () => screen.getByRole('region', { name: 'Things' });
const moveAmongRows = () =>
  fireEvent(table(), new MouseEvent('pointermove', { bubbles: true, movementX: 3, movementY: 0 }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a new row waits while the pointer moves among the rows, and is announced', () => {
  const poll = show([row('b'), row('a')]);
  moveAmongRows();
  poll([row('c'), row('b', 'changed'), row('a')]);
  expect(cells()).toEqual(['b changed', 'a new']);
  expect(screen.getByRole('status').textContent).toBe('1 new');
  poll([row('d'), row('c'), row('b', 'changed'), row('a')]);
  expect(screen.getByRole('status').textContent).toBe('2 new');
  fireEvent.click(screen.getByRole('button', { name: 'Show 2 new' }));
  expect(cells()).toEqual(['d new', 'c new', 'b changed', 'a new']);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('new rows are shown when the pointer leaves, when it does not move, and at once without a pointer', () => {
  const poll = show([row('a')]);
  poll([row('b'), row('a')]);
  expect(cells()).toEqual(['b new', 'a new']);
  moveAmongRows();
  poll([row('c'), row('b'), row('a')]);
  expect(cells()).toEqual(['b new', 'a new']);
  fireEvent.pointerLeave(table());
  expect(cells()).toEqual(['c new', 'b new', 'a new']);
  moveAmongRows();
  poll([row('d'), row('c'), row('b'), row('a')]);
  expect(cells()).toHaveLength(3);
  act(() => void vi.advanceTimersByTime(7_000));
  expect(cells()).toHaveLength(4);
});

test('another page or search is shown at once', () => {
  const go = show([row('b'), row('a')]);
  moveAmongRows();
  go([row('z'), row('b')], 'page 2');
  expect(cells()).toEqual(['z new', 'b new']);
});

test('a deleted row is removed, one that moved to the next page stays', () => {
  const ids = (text: string) => [...text].map((id) => ({ id }));
  const merged = (before: string, latest: string) => {
    const { rows, arrived } = mergeRows(ids(before), ids(latest), ({ id }) => id);
    return [rows.map(({ id }) => id).join(''), arrived];
  };
  expect(merged('dcb', 'edc')).toEqual(['dcb', 1]);
  expect(merged('dcb', 'edb')).toEqual(['db', 1]);
  expect(merged('dcb', 'dba')).toEqual(['dba', 0]);
  expect(merged('dcb', 'hgf')).toEqual(['hgf', 0]);
});
