import { defaultArch, findArch } from '../../geometry/arch/arch.ts';
import type { LevelValues } from '../../geometry/arch/axial-projection.ts';
import { fromAxes } from '../../geometry/volume/axes.ts';
import { alongAxes } from '../../geometry/volume/straightening.ts';
import type { ViewerModel } from '../viewer-model.ts';
import { createArchModel } from './arch-model.ts';

/** Finds the arch in the axial planes of the axes, unless the user has set it. The cross-section stays where it is. */
export function searchArch(model: ViewerModel, level: LevelValues): void {
  const { space } = model.subject;
  const { axes, section, isArchEdited } = model.state.get();
  if (!space) return;
  const before = model.arch()?.sectionCentre(section);
  model.update({ createArch: createArchModel });
  if (isArchEdited) return;
  const straight = alongAxes(space, axes);
  const found = findArch(level, straight);
  const points = (found ?? defaultArch(straight)).map((point) => fromAxes(axes, point));
  model.update({ arch: points, isArchFound: found !== undefined });
  const arch = model.arch();
  if (arch)
    model.update({
      section: before ? arch.nearestSection(before) : Math.floor(arch.sectionCount / 2),
    });
}
