import assert from 'node:assert/strict';
import test from 'node:test';
import { ARCH_HALF_LENGTH, archNormal, archPoint, locate } from './arch.ts';
import { buildJaw } from './jaw.ts';
import { chord, emptyPath, pathThrough } from './ray-path.ts';
import { toothSize } from './teeth/tooth-sizes.ts';

const close = (actual: number, expected: number, within: number, what: string) =>
  assert.ok(Math.abs(actual - expected) <= within, `${what}: ${actual}, expected ${expected}`);

test('the arch is measured along its curve and is symmetric', () => {
  for (const s of [0, 3.3, 20, 41.7, ARCH_HALF_LENGTH, 90]) {
    const left = archPoint(s);
    const right = archPoint(-s);
    close(right.x, -left.x, 1e-9, `x at ${s}`);
    close(right.y, left.y, 1e-9, `y at ${s}`);
  }
  let length = 0;
  for (let s = 0; s < 60; s += 0.5) {
    const from = archPoint(s);
    const to = archPoint(s + 0.5);
    length += Math.hypot(to.x - from.x, to.y - from.y);
  }
  close(length, 60, 0.1, 'length of 60 mm');
});

test('a point beside the arch is located by arc length and distance', () => {
  for (const s of [-55, -12, 8, 33, 62]) {
    for (const d of [-6, 0, 5]) {
      const foot = archPoint(s);
      const out = archNormal(s);
      const located = locate(foot.x + d * out.x, foot.y + d * out.y);
      close(located.s, s, 0.15, `s at ${s}, ${d}`);
      close(located.d, d, 0.05, `d at ${s}, ${d}`);
    }
  }
});

test('a full set has 32 teeth, each on its own side, in order and touching its neighbour', () => {
  const { teeth } = buildJaw(3, { findings: {}, missing: [] });
  assert.equal(teeth.length, 32);
  for (const placed of teeth) {
    const quadrant = Math.floor(placed.fdi / 10);
    assert.equal(Math.sign(placed.s), quadrant === 2 || quadrant === 3 ? 1 : -1, `${placed.fdi}`);
    assert.equal(placed.tooth.upper, quadrant <= 2);
  }
  for (const quadrant of [1, 2, 3, 4]) {
    const row = teeth.filter((placed) => Math.floor(placed.fdi / 10) === quadrant);
    row.slice(1).forEach((tooth, i) => {
      const before = row[i];
      assert.ok(before);
      const gap =
        Math.abs(tooth.s) -
        Math.abs(before.s) -
        (tooth.tooth.size.width + before.tooth.size.width) / 2;
      assert.ok(gap > -1.2 && gap < 0.6, `${before.fdi}-${tooth.fdi}: ${gap} mm apart`);
    });
  }
});

test('missing teeth are left out', () => {
  const { teeth } = buildJaw(3, { findings: {}, missing: [18, 46] });
  assert.deepEqual(
    [18, 46].filter((fdi) => teeth.some((placed) => placed.fdi === fdi)),
    [],
  );
  assert.equal(teeth.length, 30);
});

test('a ray through a crown crosses enamel, dentin and pulp, at most the depth of the tooth', () => {
  const { teeth } = buildJaw(5, { findings: {}, missing: [], age: 0.2 });
  for (const { tooth } of teeth) {
    const path = emptyPath();
    pathThrough(tooth, 0, tooth.neck * 0.8, path);
    const whole = path.enamel + path.dentin;
    assert.ok(path.enamel > 0.1 && path.dentin > path.enamel, `${tooth.fdi} has both`);
    assert.ok(path.pulp > 0.2 && path.pulp < path.dentin, `${tooth.fdi} pulp ${path.pulp}`);
    assert.ok(whole <= tooth.size.depth + 1e-3, `${tooth.fdi} is ${whole} mm deep`);
    pathThrough(tooth, tooth.size.width, tooth.neck / 2, path);
    assert.equal(path.enamel + path.dentin, 0, `${tooth.fdi} ends`);
  }
});

test('lower molars have two roots, upper ones three, and a socket is wider than its root', () => {
  const { teeth } = buildJaw(5, { findings: {}, missing: [] });
  for (const { tooth } of teeth) {
    const expected =
      tooth.size.kind !== 'molar'
        ? tooth.fdi % 10 === 4 && tooth.upper
          ? 2
          : 1
        : tooth.upper
          ? 3
          : 2;
    assert.equal(tooth.roots.length, expected, `${tooth.fdi}`);
    for (const root of tooth.roots) {
      const h = (root.outer.from + root.outer.to) / 2;
      const u = root.outer.u[Math.round((h - root.outer.from) / 0.1)] ?? 0;
      assert.ok(chord(root.socket, u, h) > chord(root.outer, u, h), `${tooth.fdi}`);
      assert.ok(root.socket.to > root.outer.to, `${tooth.fdi} socket goes round the apex`);
    }
  }
});

test('an unknown tooth number is refused', () => {
  for (const fdi of [9, 10, 19, 51, 99]) assert.throws(() => toothSize(fdi), /No such tooth/);
});
