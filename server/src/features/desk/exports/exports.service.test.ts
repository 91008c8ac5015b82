import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContactMessage } from '@deqiq/contract/site/application-lists.ts';
import type { PageRequest } from '../../../platform/db/lists/list-query.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import { exportsService } from './exports.service.ts';

const staff: Actor = { role: 'admin', personId: 'p', sessionId: 's', address: '127.0.0.1' };

const message = (number: number): ContactMessage => ({
  _id: `id ${number}`,
  fullName: `Adam ${number}`,
  email: '',
  phone: '0501112233',
  message: '',
  createdAt: '2026-11-20T07:15:57.123Z',
  status: 'new',
  note: '',
  handledBy: '',
  handledAt: null,
  version: 1,
});

/** Exports of a list of messages, with records of the pages read and the audit rows. */
function exportsOf(rows: ContactMessage[]) {
  const read: object[] = [];
  const written: object[] = [];
  const applications = {
    async listContactMessages(query: PageRequest & { fullName: string }) {
      read.push(query);
      const { page, limit, ids } = query;
      const found = rows.filter(({ _id }) => ids?.has(_id) ?? true);
      return { applications: found.slice((page - 1) * limit, page * limit) };
    },
  };
  const audit = { recordEvent: async (entry: object) => void written.push(entry) };
  const lists = { applications, audit } as unknown as Parameters<typeof exportsService>[0];
  const open = (search = '', ...ids: string[]) =>
    exportsService(lists).open(staff, 'applications/contact', {
      search,
      format: 'csv',
      ids: ids.length > 0 ? new Set(ids) : undefined,
    });
  return { open, read, written };
}

const times = (count: number) => Array.from({ length: count }, (_, number) => message(number));

/** The names of a sheet in their order, without its head. */
async function namesIn(
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<(string | undefined)[]> {
  const text = (await Array.fromAsync(pieces)).join('');
  const [, ...lines] = text.trimEnd().split('\r\n');
  return lines.map((line) => line.split(',')[0]?.replaceAll('"', ''));
}

test('a list is read page by page with the search, up to its end', async () => {
  for (const [count, pages] of [
    [0, [1]],
    [499, [1]],
    [500, [1, 2]],
    [1_200, [1, 2, 3]],
  ] as const) {
    const { open, read } = exportsOf(times(count));
    assert.equal((await namesIn(await open('adam'))).filter(Boolean).length, count);
    assert.deepEqual(
      read,
      pages.map((page) => ({ page, limit: 500, fullName: 'adam', ids: undefined })),
    );
  }
});

test('selected rows are read alone, wherever they are in the list', async () => {
  const { open, read } = exportsOf(times(1_800));
  const names = await namesIn(await open('', 'id 3', 'id 700'));
  assert.deepEqual(names, ['Adam 3', 'Adam 700']);
  const ids = new Set(['id 3', 'id 700']);
  assert.deepEqual(read, [{ page: 1, limit: 500, fullName: '', ids }]);
});

test('rows added during an export cause no duplicates', async () => {
  const rows = times(1_200);
  const { open } = exportsOf(rows);
  const pieces = await open();
  const names: (string | undefined)[] = [];
  for await (const piece of pieces) {
    const lines = String(piece).trimEnd().split('\r\n');
    names.push(
      ...lines
        .map((line) => line.split(',')[0]?.replaceAll('"', ''))
        .filter((name) => name?.startsWith('Adam')),
    );
    rows.unshift(message(-rows.length), message(-rows.length - 1));
  }
  assert.deepEqual(
    names,
    times(1_200).map(({ fullName }) => fullName),
  );
});

test('exports are audited; a failed one is not', async () => {
  const { open, written } = exportsOf(times(1));
  await open('Nigar');
  const entry = {
    actor: staff,
    action: 'export',
    object: 'applications/contact',
    result: 'ok',
    detail: 'csv',
  };
  assert.deepEqual(written, [entry]);
  const unreadable = exportsOf(times(1));
  unreadable.read.push = () => {
    throw new Error('the database is down');
  };
  await assert.rejects(unreadable.open(), /down/);
  assert.deepEqual(unreadable.written, []);
});
