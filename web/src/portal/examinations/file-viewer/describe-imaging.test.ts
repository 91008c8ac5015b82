import { translateExaminationName } from '@deqiq/contract/examinations/names/examination-name.ts';
import { setLanguageSource } from '@deqiq/messages/language.ts';
import { afterEach, expect, test } from 'vitest';
import { describeImaging, findPictureNotes } from './describe-imaging.ts';

afterEach(() => setLanguageSource(() => 'az'));

const ready = { state: 'ready' } as const;
const volume = {
  ...ready,
  kind: 'volume',
  modality: 'CT',
  width: 400,
  height: 400,
  frames: 400,
  spacing: [0.2, 0.2, 0.2],
  spacingKind: 'calibrated',
  acquiredOn: '2026-11-20',
} as const;

test('a volume is described by its modality, size, spacing and day', () => {
  const imaging = { ...volume, spacing: [...volume.spacing] };
  expect(describeImaging(imaging)).toBe('KLKT · 400 × 400 × 400 · 0,2 mm · 20.11.2026');
});

test('a stack of CT slices is no KLKT, and unequal spacing is named in full', () => {
  const imaging = { ...volume, kind: 'stack', spacing: [0.4, 0.4, 1.25] } as const;
  expect(describeImaging({ ...imaging, spacing: [...imaging.spacing] })).toBe(
    'KT · 400 × 400 × 400 · 0,4 × 0,4 × 1,25 mm · 20.11.2026',
  );
});

test('a volume of a medical CT, whose slices are thicker than its pixels, is no KLKT', () => {
  const imaging = { ...volume, spacing: [0.4, 0.4, 0.6] };
  expect(describeImaging(imaging)).toBe('KT · 400 × 400 × 400 · 0,4 × 0,4 × 0,6 mm · 20.11.2026');
});

test('a projection has no millimetres where they are those of the detector', () => {
  const panoramic = { ...ready, kind: 'image', modality: 'PX', width: 2800, height: 1500 } as const;
  const detector = { ...panoramic, spacing: [0.1, 0.1], spacingKind: 'detector' } as const;
  expect(describeImaging({ ...detector, spacing: [...detector.spacing] })).toBe(
    'Panoramik · 2800 × 1500',
  );
});

test('an unknown modality keeps its abbreviation, and a text has no description', () => {
  expect(describeImaging({ ...ready, modality: 'toString' })).toBe('toString');
  expect(describeImaging({ ...ready, kind: 'document' })).toBe('');
});

test('a file with several pictures says how many, and describes the first one', () => {
  const others = [{ kind: 'image' as const }, { kind: 'volume' as const }];
  expect(describeImaging({ ...ready, kind: 'image', modality: 'PX', others })).toBe(
    '3 şəkil · Panoramik',
  );
});

test('a reader is told of filled slices, a straightened volume, and why slices are no volume', () => {
  expect(
    findPictureNotes({ kind: 'volume', filled: 2, issues: ['missing-slices', 'gantry-tilt'] }),
  ).toEqual([
    '2 qat çatışmır, qonşu qatlardan hesablanıb',
    'Qatlar maili çəkilib, həcm düzəldilib',
  ]);
  expect(findPictureNotes({ kind: 'stack', issues: ['uneven-gaps'] })).toEqual([
    'Həcm kimi göstərilmir: qatların arası bərabər deyil',
  ]);
  expect(findPictureNotes({ kind: 'stack' })).toEqual([]);
});

test('a reader of Russian sees it in Russian, with the plural of the number', () => {
  setLanguageSource(() => 'ru');
  const imaging = { ...volume, spacing: [...volume.spacing] };
  const others = Array.from({ length: 4 }, () => imaging);
  expect(describeImaging({ ...imaging, others })).toBe(
    '5 снимков · КЛКТ · 400 × 400 × 400 · 0,2 мм · 20.11.2026',
  );
  expect(findPictureNotes({ ...imaging, filled: 1 })).toEqual([
    'Не хватает 1 среза, он рассчитан по соседним',
  ]);
});

test('names of examinations are translated where we have given them', () => {
  expect(translateExaminationName('KLKT, alt çənə')).toBe('KLKT, alt çənə');
  setLanguageSource(() => 'ru');
  expect(translateExaminationName('Panoram rentgen')).toBe('Панорамный снимок');
  expect(translateExaminationName('KLKT, alt çənə')).toBe('КЛКТ, нижняя челюсть');
  expect(translateExaminationName('Göndəriş')).toBe('Отправленный снимок');
  expect(translateExaminationName('KLKT, implantdan əvvəl')).toBe('KLKT, implantdan əvvəl');
  expect(translateExaminationName('')).toBe('');
});
