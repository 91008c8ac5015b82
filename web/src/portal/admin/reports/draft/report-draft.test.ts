import type { DiagnosticReport, SaveReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '../../../../api/http/http-error.ts';
import { randomFrom } from '../../../../testing/random.ts';
import { contentOf, draftOf } from '../../../../testing/reports.ts';
import { toFields } from './content-fields.ts';
import { createReportDraft } from './report-draft.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A server with one draft. `isDown`: no request arrives; `isDeaf`: requests arrive, their answers do not. */
function createServer() {
  const server = {
    report: draftOf(),
    isDown: false,
    isDeaf: false,
    /** Milliseconds until a request arrives. */
    delay: 50,
    saves: 0,
    save: async (_: string, { version, content }: SaveReport): Promise<DiagnosticReport> => {
      await new Promise((resolve) => setTimeout(resolve, server.delay));
      if (server.isDown) throw new HttpError('fetch');
      const { report } = server;
      if (version !== report.version || report.state !== 'draft')
        throw new HttpError('status', { status: 409, body: { code: 'conflict', report } });
      server.report = { ...report, version: version + 1, content };
      server.saves += 1;
      if (server.isDeaf) throw new HttpError('timeout');
      return server.report;
    },
  };
  return server;
}

test('a key is saved within two seconds, also while the author types on', async () => {
  const server = createServer();
  const draft = createReportDraft(server.report, server.save);
  for (let index = 1; index <= 30; index += 1) {
    draft.change(contentOf({ conclusion: 'a'.repeat(index) }));
    await vi.advanceTimersByTimeAsync(100);
    expect(server.report.content.conclusion.length).toBeGreaterThanOrEqual(index - 20);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.report.content.conclusion).toHaveLength(30);
  expect(draft.state.get().status).toBe('saved');
});

test('a key that is typed while a slow request is sent follows it without another pause', async () => {
  const server = createServer();
  server.delay = 1_200;
  const draft = createReportDraft(server.report, server.save);
  draft.change(contentOf({ conclusion: 'a' }));
  await vi.advanceTimersByTimeAsync(1_050);
  draft.change(contentOf({ conclusion: 'ab' }));
  await vi.advanceTimersByTimeAsync(1_200 + server.delay);
  expect(server.report.content.conclusion).toBe('ab');
  expect(draft.state.get().status).toBe('saved');
});

test('without a connection the input stays, and is saved when the connection is back', async () => {
  const server = createServer();
  server.isDown = true;
  const draft = createReportDraft(server.report, server.save);
  draft.change(contentOf({ conclusion: 'Karies' }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(draft.state.get().status).toBe('offline');
  server.isDown = false;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.report.content.conclusion).toBe('Karies');
  expect(draft.state.get().status).toBe('saved');
});

test('unsent input is there again after a reload', async () => {
  const server = createServer();
  server.isDown = true;
  createReportDraft(server.report, server.save).change(contentOf({ conclusion: 'Karies' }));
  server.isDown = false;
  const reloaded = createReportDraft(server.report, server.save);
  expect(reloaded.state.get().content.conclusion).toBe('Karies');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.report.content.conclusion).toBe('Karies');
});

test('the same text changed in two windows waits for a decision; the rest is merged', async () => {
  const server = createServer();
  const draft = createReportDraft(server.report, server.save);
  draft.change(contentOf({ conclusion: 'mine', technique: 'OPG' }));
  server.report = {
    ...server.report,
    version: 2,
    content: contentOf({ conclusion: 'theirs', recommendation: 'X' }),
  };
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.report.content).toMatchObject({
    conclusion: 'theirs',
    recommendation: 'X',
    technique: 'OPG',
  });
  expect(draft.state.get()).toMatchObject({
    content: { conclusion: 'mine' },
    conflicts: [{ field: 'conclusion', theirs: 'theirs' }],
  });
  draft.decide('conclusion', 'mine');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.report.content.conclusion).toBe('mine');
  expect(draft.state.get().conflicts).toEqual([]);
});

test('a save whose answer was lost is no change of another window', async () => {
  const server = createServer();
  server.isDeaf = true;
  const draft = createReportDraft(server.report, server.save);
  draft.change(contentOf({ conclusion: 'Kar' }));
  await vi.advanceTimersByTimeAsync(1_100);
  draft.change(contentOf({ conclusion: 'Karies' }));
  server.isDeaf = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(draft.state.get()).toMatchObject({ status: 'saved', conflicts: [] });
  expect(server.report.content.conclusion).toBe('Karies');
});

test('a draft that was signed in another window is not changed any more', async () => {
  const server = createServer();
  const draft = createReportDraft(server.report, server.save);
  draft.change(contentOf({ conclusion: 'late' }));
  server.report = { ...server.report, state: 'signed' };
  await vi.advanceTimersByTimeAsync(2_000);
  expect(draft.state.get()).toMatchObject({ ended: 'signed', content: { conclusion: 'late' } });
  expect(server.saves).toBe(0);
});

test('a refusal says why, and the next change is sent again', async () => {
  const server = createServer();
  const refused = new HttpError('status', {
    status: 400,
    body: { code: 'validation', message: 'Mətn uzundur' },
  });
  const save = vi.fn(server.save).mockRejectedValueOnce(refused);
  const draft = createReportDraft(server.report, save);
  draft.change(contentOf({ conclusion: 'long' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(draft.state.get()).toMatchObject({ status: 'refused', message: 'Mətn uzundur' });
  draft.change(contentOf({ conclusion: 'short' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.report.content.conclusion).toBe('short');
});

/** A tab of the browser: its storage outlives a kill, its timers do not. */
function createTab(server: ReturnType<typeof createServer>) {
  const stored = new Map<string, unknown>();
  let kills = 0;
  const start = () => {
    const life = kills;
    const isDead = () => life !== kills;
    return createReportDraft(
      server.report,
      async (id, body) => {
        if (isDead()) return new Promise<never>(() => undefined);
        const report = await server.save(id, body);
        return isDead() ? new Promise<never>(() => undefined) : report;
      },
      {
        read: (name) => structuredClone(stored.get(name)),
        write: (name, value) => isDead() || stored.set(name, structuredClone(value)),
      },
    );
  };
  const tab = {
    draft: start(),
    kill() {
      kills += 1;
      tab.draft = start();
    },
  };
  return tab;
}

test('two windows, lost answers and 200 kills: every word is saved or waits for a decision', async () => {
  let kills = 0;
  let decisions = 0;
  for (let seed = 0; seed < 40; seed += 1) {
    const random = randomFrom(seed);
    const server = createServer();
    const tabs = [createTab(server), createTab(server)];
    const words: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      const tab = random.pick(tabs);
      const field = random.pick(['conclusion', 'recommendation', 'technique'] as const);
      const { content } = tab.draft.state.get();
      if (random.chance(0.1)) {
        tab.kill();
        kills += 1;
      } else {
        words.push(`${seed}.${step};`);
        tab.draft.change({ ...content, [field]: `${content[field]} ${words.at(-1)}` });
      }
      server.isDown = random.chance(0.2);
      server.isDeaf = random.chance(0.2);
      await vi.advanceTimersByTimeAsync(random.below(1_500));
      for (const { draft } of tabs) if (random.chance(0.3)) draft.receive(server.report);
    }
    server.isDown = false;
    server.isDeaf = false;
    for (let round = 0; round < 6; round += 1)
      for (const { draft } of tabs) {
        draft.receive(server.report);
        for (const { field, theirs } of draft.state.get().conflicts) {
          decisions += 1;
          const mine = toFields(draft.state.get().content).get(field) ?? '';
          draft.decide(field, `${theirs} ${mine}`);
        }
        await vi.advanceTimersByTimeAsync(40_000);
      }
    const text = Object.values(server.report.content).join(' ');
    for (const word of words) expect(text, `seed ${seed}`).toContain(word);
    for (const { draft } of tabs) expect(draft.state.get().status, `seed ${seed}`).toBe('saved');
  }
  expect(kills).toBeGreaterThan(200);
  expect(decisions).toBeGreaterThan(20);
}, 60_000);
