import assert from 'node:assert/strict';
import test from 'node:test';
import sharp from 'sharp';
import { todayInBaku } from '../sample-data/calendar.ts';
import { sampleClinics } from '../sample-data/clinics.ts';
import { sampleDoctors } from '../sample-data/doctors.ts';
import { samplePartners } from '../sample-data/partners.ts';
import { certificateDrawing } from './certificate.ts';
import { clinicDrawing } from './clinic.ts';
import { lettering } from './lettering.ts';
import { portraitDrawing } from './portrait.ts';
import { referralDrawing } from './referral.ts';
import { toPicture } from './svg.ts';

const today = todayInBaku(Date.parse('2026-11-20T07:00:00Z'));

test('no two clinics, doctors or certificates look the same', () => {
  const doctors = sampleDoctors(3, samplePartners(3, 24, today), 2026);
  const clinics = sampleClinics(3, 12);
  const drawings = [
    ...clinics.map(({ title, style }) => clinicDrawing({ ...style, name: title })),
    ...doctors.map(({ portrait }) => portraitDrawing(portrait)),
    ...doctors.flatMap(({ certificates }) => certificates.map(certificateDrawing)),
  ];
  assert.equal(drawings.length, 12 + 12 + 33);
  assert.equal(new Set(drawings.map(({ body }) => body)).size, drawings.length);
});

test('a drawing becomes a picture of the requested width with visible content', async () => {
  const slip = referralDrawing({
    clinic: 'Gəncə Dental, Gəncə',
    doctor: 'Şəbnəm Ağayeva',
    patient: 'Üzeyir Çələbi, 41 yaş',
    examination: 'KLKT alt çənə',
    reason: 'İmplantasiyanın planlaşdırılması, 36',
    date: '20.11.2026',
  });
  const picture = await toPicture(slip, 300);
  const { format, width, height } = await sharp(picture).metadata();
  assert.deepEqual({ format, width, height }, { format: 'webp', width: 300, height: 400 });
  const { channels } = await sharp(picture).stats();
  assert.ok(channels.every(({ stdev }) => stdev > 30));
});

test('a long name becomes smaller until it fits, and an unknown letter is an error', () => {
  const position = { x: 0, y: 0, size: 100, fill: '#000' };
  const scaleOf = (text: string) =>
    Number(/scale\(([\d.]+)\)/.exec(lettering(text, { ...position, maxWidth: 300 }))?.[1]);
  assert.equal(scaleOf('Əli'), 0.1);
  assert.ok(scaleOf('Badamdar İmplant Mərkəzi') < 0.03);
  assert.throws(() => lettering('Ж', position), /no outline of "Ж"/);
});

test('every letter of the Azerbaijani alphabet has an outline', () => {
  const letters = 'abcçdeəfgğhxıijkqlmnoöprsştuüvyz';
  const size = { x: 0, y: 0, size: 100, fill: '#000' };
  for (const text of [letters, letters.toLocaleUpperCase('az'), '0123456789«»'])
    assert.match(lettering(text, size), /<path/);
});
