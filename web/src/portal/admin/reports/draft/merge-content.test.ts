import type {
  ReportContent,
  ToothFinding,
} from '@deqiq/contract/reports/content/report-content.ts';

import { expect, test } from 'vitest';
import { type Random, randomFrom } from '../../../../testing/random.ts';
import { contentOf } from '../../../../testing/reports.ts';
import { toContent, toFields } from './content-fields.ts';
import { isSameContent, mergeContent, replaceField } from './merge-content.ts';

const sections = ['teeth', 'sinuses', 'Öz başlığım: 36 / 37', 'other'] as const;
const codes = ['caries', 'cyst', 'impacted'] as const;
const surfaces = ['mesial', 'distal', 'root'] as const;

/** One change that an author makes with the keyboard or a press. */
function edit(content: ReportContent, random: Random): ReportContent {
  const word = `${random.pick(['aydın', 'kölgə', 'dərin'])} ${random.below(1000)}`;
  const image = { file: random.pick(['f1', 'f2']), view: { slice: random.below(3) } };
  const tooth = random.pick(['36', '48', '55']);
  switch (random.below(6)) {
    case 0:
      return { ...content, [random.pick(['conclusion', 'recommendation', 'technique'])]: word };
    case 1: {
      const section = random.pick(sections);
      const others = content.findings.filter((one) => one.section !== section);
      return { ...content, findings: [...others, { section, text: word }] };
    }
    case 2: {
      const { [tooth]: _, ...others } = content.teeth;
      return { ...content, teeth: others };
    }
    case 3: {
      const finding = random.pick(codes);
      const others = (content.teeth[tooth] ?? []).filter((one) => one.finding !== finding);
      const one: ToothFinding = {
        finding,
        ...(random.chance(0.5) && { surfaces: [random.pick(surfaces)] }),
        ...(random.chance(0.5) && { note: word }),
      };
      return { ...content, teeth: { ...content.teeth, [tooth]: [...others, one] } };
    }
    case 4: {
      const id = random.pick(['m1', 'm2', 'm3']);
      const others = content.measurements.filter((one) => one !== id);
      const isThere = others.length < content.measurements.length;
      return { ...content, measurements: isThere ? others : [...others, id] };
    }
    default:
      return { ...content, keyImages: [...content.keyImages, { ...image, caption: word }] };
  }
}

const editOften = (content: ReportContent, random: Random): ReportContent =>
  Array.from({ length: random.below(8) }).reduce<ReportContent>(
    (now) => edit(now, random),
    content,
  );

const seeds = Array.from({ length: 2_000 }, (_, seed) => seed);

test('a report is the same after a way through its fields', () => {
  for (const seed of seeds) {
    const content = editOften(contentOf(), randomFrom(seed));
    expect(isSameContent(toContent(toFields(content)), content), `seed ${seed}`).toBe(true);
  }
});

test('what only one window changed is taken over whole', () => {
  for (const seed of seeds) {
    const random = randomFrom(seed);
    const base = editOften(contentOf(), random);
    const changed = editOften(base, random);
    for (const merged of [mergeContent(base, changed, base), mergeContent(base, base, changed)]) {
      expect(isSameContent(merged.content, changed), `seed ${seed}`).toBe(true);
      expect(merged.conflicts).toEqual([]);
    }
  }
});

test('of two windows no text is lost: it is in the merged report, or shown for a decision', () => {
  let conflictCount = 0;
  for (const seed of seeds) {
    const random = randomFrom(seed);
    const base = editOften(contentOf(), random);
    const mine = editOften(base, random);
    const theirs = editOften(base, random);
    const { content, conflicts } = mergeContent(base, mine, theirs);
    const merged = toFields(content);
    const isChanged = (side: ReportContent) => (field: string) =>
      toFields(side).get(field) !== toFields(base).get(field);
    for (const [field, text] of [...toFields(mine)].filter(([name]) => isChanged(mine)(name)))
      expect(merged.get(field), `seed ${seed}, ${field}`).toBe(text);
    for (const [field, text] of [...toFields(theirs)].filter(([name]) => isChanged(theirs)(name))) {
      const conflict = conflicts.find((one) => one.field === field);
      expect(conflict?.theirs ?? merged.get(field), `seed ${seed}, ${field}`).toBe(text);
    }
    conflictCount += conflicts.length;
  }
  expect(conflictCount).toBeGreaterThan(100);
});

test('both windows arrive at one report, whichever saves first', () => {
  for (const seed of seeds) {
    const random = randomFrom(seed);
    const base = editOften(contentOf(), random);
    const one = editOften(base, random);
    const other = editOften(base, random);
    const first = mergeContent(base, one, other);
    const second = mergeContent(base, other, one);
    expect(first.conflicts.map(({ field }) => field).toSorted()).toEqual(
      second.conflicts.map(({ field }) => field).toSorted(),
    );
    const decide = (merged: ReportContent, fields: typeof first.conflicts) =>
      fields.reduce((content, { field }) => replaceField(content, field, 'qərar'), merged);
    expect(
      isSameContent(
        decide(first.content, first.conflicts),
        decide(second.content, second.conflicts),
      ),
      `seed ${seed}`,
    ).toBe(true);
  }
});

test('a finding that one window removed stays when the other one wrote a note to it', () => {
  const base = contentOf({ teeth: { 36: [{ finding: 'caries' }] } });
  const noted = contentOf({ teeth: { 36: [{ finding: 'caries', note: 'dərin' }] } });
  const { content, conflicts } = mergeContent(base, contentOf(), noted);
  expect(content.teeth).toEqual(noted.teeth);
  expect(conflicts).toEqual([]);
});
