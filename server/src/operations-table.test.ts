import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { endpoints } from '@deqiq/contract/endpoints.ts';
import { listOperations } from '@deqiq/testkit/operations/document.ts';
import { apiTable } from '@deqiq/testkit/operations/table.ts';
import { newWorld } from '@deqiq/testkit/world.ts';

const FILE = path.join(import.meta.dirname, '../../docs/api.md');

test('docs/api.md matches the routes', async (t) => {
  const { app } = await newWorld(t);
  const operations = listOperations(app);
  assert.ok(operations.length >= 60, `${operations.length} operations`);
  t.assert.fileSnapshot(apiTable(operations), FILE, { serializers: [String] });
});

test('the routes are those of the contract', async (t) => {
  const { app } = await newWorld(t);
  const routes = listOperations(app).filter(({ method }) => method !== 'HEAD');
  const contract = Object.keys(endpoints).map((key) => key.replaceAll(/:(\w+)/g, '{$1}'));
  assert.deepEqual(routes.map(({ key }) => key).toSorted(), contract.toSorted());
});
