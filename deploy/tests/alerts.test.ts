import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newWorld } from '@deqiq/testkit/world.ts';
import { parse } from 'yaml';
import { writeLastBackup } from '../../server/src/platform/data-folder/last-backup.ts';
import { ROOT } from './programs.ts';

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}

test('every alert looks at something that is measured', async (t) => {
  const token = 'a-token-of-the-tests';
  const { visitor, dataDir } = await newWorld(t, { settings: { METRICS_TOKEN: token } });
  const at = new Date().toISOString();
  await writeLastBackup(dataDir, { at, folder: '/backups/one', bytes: 1, files: 1 });
  await visitor.get('/healthz');
  const answer = await visitor.get('/metrics', { authorization: `Bearer ${token}` });
  const measured = new Set(answer.response.body.match(/(?<=^# TYPE )\w+/gm));
  const text = readFileSync(join(ROOT, 'deploy/alerts.yml'), 'utf8');
  const { groups } = parse(text) as Rules;
  const rules = groups.flatMap((group) => group.rules);
  assert.ok(rules.length > 5);
  for (const { alert, expr, annotations } of rules) {
    assert.ok(annotations.summary.endsWith('.'), alert);
    const names = expr.match(/\b(deqiq|nodejs|process)_\w+/g) ?? [];
    assert.ok(names.length > 0 || expr.startsWith('up{'), alert);
    for (const name of names) {
      const base = name.replace(/_(bucket|count|sum)$/, '');
      assert.ok(measured.has(name) || measured.has(base), `${alert}: ${name} is not measured`);
    }
  }
});
