import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { slicerFor } from '../cbct/slices.ts';
import { buildJaw } from '../jaw/jaw.ts';
import { renderBitewing, renderPeriapical } from './intraoral.ts';
import { panoramicFilm, renderPanoramic } from './panoramic.ts';
import type { Radiograph } from './picture.ts';

const digest = ({ grey }: Radiograph) => createHash('sha256').update(grey).digest('hex');

function spread({ grey }: Radiograph) {
  const sorted = grey.slice().sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { dark: at(0.05), middle: at(0.5), bright: at(0.95), most: at(1) };
}

/** Mean grey around a point in mm of the panoramic. */
function greyAround(picture: Radiograph, s: number, z: number): number {
  const film = panoramicFilm(picture.width);
  const x0 = Math.round((s - film.left) * film.scaleX);
  const y0 = Math.round((film.top - z) * film.scaleY);
  let sum = 0;
  for (let y = y0 - 1; y <= y0 + 1; y++)
    for (let x = x0 - 1; x <= x0 + 1; x++) sum += picture.grey[y * picture.width + x] ?? 0;
  return sum / 9;
}

test('equal seeds give equal pictures, different seeds different ones', () => {
  const first = digest(renderPanoramic(buildJaw(11), 480));
  assert.equal(digest(renderPanoramic(buildJaw(11), 480)), first);
  assert.notEqual(digest(renderPanoramic(buildJaw(12), 480)), first);
});

test('a panoramic uses the 12 bits of its detector without drowning in black or white', () => {
  const picture = renderPanoramic(buildJaw(11), 600);
  assert.deepEqual([picture.width, picture.height], [600, 300]);
  const { dark, middle, bright, most: max } = spread(picture);
  assert.ok(dark > 40 && dark < 900, `dark ${dark}`);
  assert.ok(middle > dark + 200 && middle < 2400, `middle ${middle}`);
  assert.ok(bright > middle + 500 && bright < 4000, `bright ${bright}`);
  assert.ok(max <= 4095);
});

test('crowns are brighter than bone, and bone is brighter than air', () => {
  const jaw = buildJaw(4, { findings: {}, missing: [], smile: 9 });
  const picture = renderPanoramic(jaw, 1200);
  const molar = jaw.teeth.find((placed) => placed.fdi === 36);
  assert.ok(molar);
  const crown = greyAround(picture, molar.s, molar.z - 2);
  const bone = greyAround(picture, 20, -34);
  const throat = greyAround(picture, 99, -30);
  assert.ok(crown > bone + 300, `crown ${crown}, bone ${bone}`);
  assert.ok(bone > throat + 300, `bone ${bone}, throat ${throat}`);
});

test('a metal filling is the brightest part of a tooth, and a missing tooth leaves a dark gap', () => {
  const options = { missing: [], smile: 9 };
  const sound = buildJaw(4, { ...options, findings: {} });
  const molar = sound.teeth.find((placed) => placed.fdi === 46);
  assert.ok(molar);
  const at = (findings: Parameters<typeof buildJaw>[1]) =>
    greyAround(
      renderPanoramic(buildJaw(4, { ...options, ...findings }), 1200),
      molar.s,
      molar.z - 4,
    );
  const plain = at({ findings: {} });
  assert.ok(at({ findings: { 46: ['ceramicCrown'] } }) > plain + 250);
  assert.ok(at({ findings: {}, missing: [46] }) < plain - 600);
});

test('intra-oral pictures have the shape of the sensor', () => {
  const jaw = buildJaw(3, { findings: {}, missing: [], smile: 1.5 });
  const bitewing = renderBitewing(jaw, 1, 8);
  assert.deepEqual([bitewing.width, bitewing.height], [296, 224]);
  const incisor = renderPeriapical(jaw, 11, 8);
  assert.ok(incisor.height > incisor.width);
  assert.equal(bitewing.grey[0], 40, 'the corner is not exposed');
  assert.throws(() => renderPeriapical(buildJaw(3, { missing: [11] }), 11), /not in this jaw/);
});

test('the three cuts of a scan show the same point', () => {
  const scan = { x: [-56, 56], y: [-14, 98], z: [-50, 50], perMm: 2 } as const;
  const jaw = buildJaw(4, { findings: { 36: ['implant'] }, missing: [], smile: 1.5 });
  const slicer = slicerFor(jaw, scan);
  const brightest = ({ width, grey }: Radiograph) => {
    let best = 0;
    grey.forEach((value, i) => {
      if (value > (grey[best] ?? 0)) best = i;
    });
    return { across: best % width, down: Math.floor(best / width) };
  };
  const z = -16;
  const onAxial = brightest(slicer.axial(z));
  const x = onAxial.across / 2 - 56;
  const y = onAxial.down / 2 - 14;
  assert.ok(x > 15 && x < 35, `the left implant lies at x ${x}`);
  const row = Math.round((50 - z) * 2);
  const coronal = slicer.coronal(y + 0.25);
  const sagittal = slicer.sagittal(x + 0.25);
  assert.ok((coronal.grey[row * coronal.width + onAxial.across] ?? 0) > 3500);
  assert.ok((sagittal.grey[row * sagittal.width + onAxial.down] ?? 0) > 3500);
});
