import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Annotation } from '@deqiq/contract/imaging/annotations.ts';
import * as texts from '@deqiq/messages/viewer/measurements.js';
import { formatNumber } from '../../lib/format.ts';
import { implantToImplant, measureAxisAngle } from '../geometry/implant.ts';
import { voxelUncertainty } from '../geometry/measure.ts';
import { type Clearance, describeWarning, findWarning } from './clearance.ts';
import type { MeasureScale } from './measure-scale.ts';

/** Millimetres from wall to wall between an implant and the nearest other one; 0 where they touch. */
type Neighbour = Pick<Clearance, 'distance' | 'uncertainty' | 'warning'> & {
  /** Of the nearest one. */
  readonly tooth: number | undefined;
  /** The largest angle between the axis of this implant and those of the others, 0 to 90 degrees. */
  readonly angle: number;
};

/** undefined for other annotations, and where there is no other implant. */
export function findNeighbour(
  content: AnnotationContent,
  all: readonly Annotation[],
  { space, levelScale }: MeasureScale,
): Neighbour | undefined {
  if (content.kind !== 'implant' || !space) return undefined;
  const others = all
    .flatMap(({ content: other }) =>
      other.kind === 'implant' && other !== content
        ? [{ other, distance: implantToImplant(content, other) }]
        : [],
    )
    .toSorted((a, b) => a.distance - b.distance);
  const [nearest] = others;
  if (!nearest) return undefined;
  return {
    distance: nearest.distance,
    uncertainty: voxelUncertainty(space, levelScale),
    warning: findWarning(nearest.distance),
    tooth: nearest.other.tooth,
    angle: Math.max(...others.map(({ other }) => measureAxisAngle(content, other))),
  };
}

/** "implanta 3,2 ± 0,4 mm · oxlar arasında ən çox 12°". */
export function describeNeighbour(neighbour: Neighbour): string {
  const { distance, uncertainty, warning, tooth, angle } = neighbour;
  const text =
    distance === 0
      ? texts.touchesImplant()
      : texts.toImplant({
          distance: formatNumber(distance, 1),
          uncertainty: formatNumber(uncertainty, 1),
        });
  return [
    describeWarning(
      tooth === undefined ? text : `${text} (${texts.tooth({ number: String(tooth) })})`,
      warning,
    ),
    texts.axisAngle({ angle: formatNumber(angle, 0) }),
  ].join(' · ');
}
