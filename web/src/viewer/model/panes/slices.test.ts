import { expect, test } from 'vitest';
import { volumeMetadata } from '../../geometry/testing.ts';
import { distance, type Point3 } from '../../geometry/vectors.ts';
import { createModel } from '../../testing/annotations.ts';

const ARCH: readonly Point3[] = [
  [-15, 10, 60],
  [4, -25, 60],
  [23, 10, 60],
];

test('the cross-section stays at its tooth when the distance between them changes', () => {
  const model = createModel(volumeMetadata());
  model.update({ arch: ARCH, section: 24 });
  const findCentre = () => model.arch()?.sectionCentre(model.state.get().section) ?? [0, 0, 0];
  const before = findCentre();
  for (const step of [3, 0.5]) {
    model.changeSectionStep(step);
    expect(distance(before, findCentre())).toBeLessThan(0.01);
  }
});
