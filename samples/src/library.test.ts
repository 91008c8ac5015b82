import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureLibrary } from './library.ts';

test('every frame of a scan is computed at its own height: none is the mean of its neighbours', () => {
  const { side, frames, spacing, sliceSpacing } = pictureLibrary('small').frames();
  assert.equal(side * spacing, 104);
  assert.equal(frames.length * sliceSpacing, 78);
  for (const [index, frame] of frames.entries()) {
    assert.equal(frame.length, side * side);
    const below = frames[index - 1];
    const above = frames[index + 1];
    if (!below || !above) continue;
    const differences = frame.map((value, i) =>
      Math.abs(value - ((below[i] ?? 0) + (above[i] ?? 0)) / 2),
    );
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
    assert.ok(mean > 20, `frame ${index}: ${mean}`);
  }
});
