import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../../../../platform/time.ts';
import { decideCompletion } from './completion.ts';

const START = Date.UTC(2026, 10, 23, 9);

/** A study of the intake process whose last instance came ten minutes before the start. */
const study = (more: Partial<Parameters<typeof decideCompletion>[0]> = {}) => ({
  ae_title: 'CBCT',
  announced: null,
  incomplete: null,
  instances: 20,
  packed_at: null,
  last_arrival_at: new Date(START - 10 * MINUTE).toISOString(),
  ...more,
});

const at = (now: number, reportedAt: number | undefined) => ({
  now: START + now,
  startedAt: START,
  reportedAt: reportedAt === undefined ? undefined : START + reportedAt,
});

test('after a start a study waits for the first report of the intake, at most two minutes', () => {
  const waits = { at: START + 2 * MINUTE };
  assert.deepEqual(decideCompletion(study(), at(1_000, -MINUTE)), waits);
  assert.deepEqual(decideCompletion(study(), at(1_000, 500)), { incomplete: null });
  assert.deepEqual(decideCompletion(study(), at(2 * MINUTE, -MINUTE)), { incomplete: null });
});

test('a study that came without the intake, or where there is none, waits for no report', () => {
  const direct = study({ ae_title: '' });
  assert.deepEqual(decideCompletion(direct, at(1_000, -MINUTE)), { incomplete: null });
  assert.deepEqual(decideCompletion(study(), at(1_000, undefined)), { incomplete: null });
});

test('a study waits for an open association, and is not taken as complete when the intake is silent', () => {
  const open = study({ incomplete: 'association' });
  assert.deepEqual(decideCompletion(open, at(MINUTE, 50_000)), { at: START + 50_000 + 2 * MINUTE });
  assert.deepEqual(decideCompletion(open, at(5 * MINUTE, MINUTE)), { incomplete: 'silent' });
});

test('a study is packed once a minute, also where its sender announces less than it sends', () => {
  const packed_at = new Date(START).toISOString();
  const announced = study({ announced: 1, packed_at });
  assert.deepEqual(decideCompletion(announced, at(10_000, 0)), { at: START + MINUTE });
  assert.deepEqual(decideCompletion(announced, at(MINUTE, 0)), { incomplete: null });
});
