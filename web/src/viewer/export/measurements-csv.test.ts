import { expect, test } from 'vitest';
import { findMeasureScale } from '../annotations/measure-scale.ts';
import { volumeMetadata, volumeSpace } from '../geometry/testing.ts';
import { createAnnotation } from '../testing/annotations.ts';
import { createCephFigure } from '../testing/ceph-figure.ts';
import { measurementRows } from './measurement-rows.ts';
import { measurementsCsv } from './measurements-csv.ts';

const examination = { patient: 'Leyla Əliyeva', title: 'KLKT', day: '20 noyabr 2026' };
const scale = findMeasureScale(volumeMetadata(), volumeSpace(), [], 1);
const length = createAnnotation('a', {
  kind: 'length',
  points: [
    [0, 0, 50],
    [0, 12.5, 50],
  ],
});

const toCsv = (annotations: Parameters<typeof measurementRows>[0], hasPatientName = true) =>
  measurementsCsv(measurementRows(annotations, scale), examination, hasPatientName);

test('opens as columns with numbers in the Excel of Azerbaijan', () => {
  expect(toCsv([length])).toBe(
    '\uFEFF"Pasiyent";"Müayinə";"Tarix";"№";"Növ";"Qiymət";"Dəqiqlik (±)";"Vahid";"Kanalın divarına məsafə (mm)";"Nəticə";"Kadr";"Qeyd";"Müəllif";"Tərəf";"Vaxt";"Diş (FDI)";"Orta boz dəyər";"Standart kənarlaşma (σ)";"Boz dəyərin vahidi";"Haymor cibinin dibinə məsafə (mm)";"Diş kökünün divarına məsafə (mm)"\r\n' +
      '"Leyla Əliyeva";"KLKT";"20 noyabr 2026";"1";"Uzunluq";"12,5";"0,43";"mm";"";"12,5 ± 0,4 mm";"";"";"Eli İsmayılov";"Həkim";"20.11.2026 12:30";"";"";"";"";"";""\r\n',
  );
});

test('does not contain the name of a patient who is hidden', () => {
  const csv = toCsv([length], false);
  expect(csv).not.toContain('Əliyeva');
  expect(csv).not.toContain('Pasiyent');
});

test('no label becomes a formula, with whatever separator it is read', () => {
  const labels = ['=1+1', ' "-2', 'a;=WEBSERVICE(1)', 'a,@SUM(1)', 'a\n+1', '＝1'];
  const csv = toCsv(labels.map((label, index) => ({ ...length, _id: `${index}`, label })));
  const written = csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split('";"')[11]);
  expect(written).toHaveLength(6);
  for (const text of written) expect(text).not.toMatch(/(^|[;,])[\s"]*[=+\-@＝]/);
});

test('grey values and the tooth have columns of their own', () => {
  const ellipse = createAnnotation('e', {
    kind: 'ellipse',
    points: [
      [-4, 0, 50],
      [4, 0, 50],
      [0, -3, 50],
      [0, 3, 50],
    ],
    tooth: 36,
  });
  const grey = { metadata: { unit: 'HU', bits: 16 }, reader: { valueAt: () => 712.5 } };
  const rows = measurementRows([ellipse], { ...scale, grey });
  const [line = ''] = measurementsCsv(rows, examination, false).split('\r\n').slice(1);
  expect(line).toMatch(/;"36";"712,5";"0";"HU";"";""$/);
  expect(line).toMatch(/"Ellips";"37,7";"[\d,]+";"mm²"/);
});

test('lists the canal and the distance to it, but neither window nor arch', () => {
  const canal = createAnnotation('b', {
    kind: 'canal',
    points: [
      [10, 0, 50],
      [10, 12.5, 50],
    ],
  });
  const window = createAnnotation('c', { kind: 'window', centre: 1, width: 2 });
  const lines = toCsv([length, canal, window]).split('\r\n').slice(1, -1);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('"8,5";"12,5 ± 0,4 mm · kanala 8,5 ± 0,4 mm · dərinlik yoxlanmayıb"');
  expect(lines[1]).toContain('"2";"Alt çənə kanalı"');
});

test('sinus floor and root have their names and columns of their own', () => {
  const lineAt = (x: number, structure: 'sinus-floor' | 'root') =>
    createAnnotation(structure, {
      kind: 'canal',
      structure,
      points: [
        [x, 0, 50],
        [x, 12.5, 50],
      ],
    });
  const lines = toCsv([length, lineAt(10, 'sinus-floor'), lineAt(-8, 'root')]).split('\r\n');
  expect(lines[1]).toMatch(/;"";"10";"5,5"$/);
  expect(lines[2]).toContain('"2";"Haymor cibinin dibi";"";"";"";"";"dərinlik yoxlanmayıb"');
  expect(lines[3]).toContain('"3";"Diş kökü";"";"";"";"";"Ø 5,0 mm · dərinlik yoxlanmayıb"');
});

test('every measure of a cephalogram is a line of its own, with its norm', () => {
  const ceph = createAnnotation('c', createCephFigure(undefined, ['S', 'N', 'A', 'B']));
  const picture = { kind: 'calibrated', millimetresPerPixel: [1, 1] } as const;
  const rows = measurementRows([ceph, length], { ...scale, picture });
  const lines = measurementsCsv(rows, examination, false).split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.split(';').slice(2, 8).join(' '))).toEqual([
    '"1" "Sefalometriya" "" "" "" ""',
    '"1" "Steiner: SNA" "82" "" "°" ""',
    '"1" "Steiner: SNB" "80" "" "°" ""',
    '"1" "Steiner: ANB" "2" "" "°" ""',
    '"2" "Uzunluq" "12,5" "0,43" "mm" ""',
  ]);
  expect(lines[1]).toContain('"82,0° · Norma: 82 ± 3,9° · 0,0 SD, normadadır"');
});
