import { expect, test } from 'vitest';
import { measureScaleOf } from '../annotations/measure-scale.ts';
import { volumeMetadata, volumeSpace } from '../geometry/testing.ts';
import { annotationOf } from '../testing/annotations.ts';
import { measurementRows } from './measurement-rows.ts';
import { measurementsCsv } from './measurements-csv.ts';

const examination = { patient: 'Leyla Əliyeva', title: 'KLKT', day: '20 noyabr 2026' };
const scale = measureScaleOf(volumeMetadata(), volumeSpace(), [], 1);
const length = annotationOf('a', {
  kind: 'length',
  points: [
    [0, 0, 50],
    [0, 12.5, 50],
  ],
});

const csvOf = (annotations: Parameters<typeof measurementRows>[0], hasName = true) =>
  measurementsCsv(measurementRows(annotations, scale), examination, hasName);

test('opens as columns with numbers in the Excel of Azerbaijan', () => {
  expect(csvOf([length])).toBe(
    '\uFEFF"Pasiyent";"Müayinə";"Tarix";"№";"Növ";"Qiymət";"Dəqiqlik (±)";"Vahid";"Kanalın divarına məsafə (mm)";"Nəticə";"Kadr";"Qeyd";"Müəllif";"Tərəf";"Vaxt"\r\n' +
      '"Leyla Əliyeva";"KLKT";"20 noyabr 2026";"1";"Uzunluq";"12,5";"0,43";"mm";"";"12,5 ± 0,4 mm";"";"";"Eli İsmayılov";"Həkim";"20.11.2026 12:30"\r\n',
  );
});

test('does not contain the name of a patient who is hidden', () => {
  const csv = csvOf([length], false);
  expect(csv).not.toContain('Əliyeva');
  expect(csv).not.toContain('Pasiyent');
});

test('no label becomes a formula, with whatever separator it is read', () => {
  const labels = ['=1+1', ' "-2', 'a;=WEBSERVICE(1)', 'a,@SUM(1)', 'a\n+1', '＝1'];
  const csv = csvOf(labels.map((label, index) => ({ ...length, _id: `${index}`, label })));
  const written = csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split('";"')[11]);
  expect(written).toHaveLength(6);
  for (const text of written) expect(text).not.toMatch(/(^|[;,])[\s"]*[=+\-@＝]/);
});

test('lists the canal and the distance to it, but neither window nor arch', () => {
  const canal = annotationOf('b', {
    kind: 'canal',
    points: [
      [10, 0, 50],
      [10, 12.5, 50],
    ],
  });
  const window = annotationOf('c', { kind: 'window', centre: 1, width: 2 });
  const lines = csvOf([length, canal, window]).split('\r\n').slice(1, -1);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"8,5";"12,5 ± 0,4 mm · kanala 8,5 ± 0,4 mm · dərinlik yoxlanmayıb"');
  expect(lines[1]).toContain('"2";"Alt çənə kanalı"');
});
