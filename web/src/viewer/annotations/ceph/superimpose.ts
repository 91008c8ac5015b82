import type { Landmark } from '@deqiq/contract/shared/imaging/landmarks.ts';
import type { PictureScale } from '@deqiq/contract/shared/imaging/picture-scale.ts';
import type { Point2 } from '../../geometry/vectors.ts';
import type { Content } from '../kinds.ts';
import { createFinder, type FindLandmark, findSide } from './measure-ceph.ts';

/** A tracing, and the size of the pixels that it was placed on. */
export type Tracing = {
  readonly ceph: Content<'ceph'>;
  readonly picture: PictureScale;
};

type Superimposed = {
  readonly names: readonly Landmark[];
  /** Pixels of the picture that it lies over. */
  readonly points: readonly Point2[];
  /** False: the lengths of S–N were made equal, since a picture does not say how large the patient is. */
  readonly isTrueSize: boolean;
};

/**
 * An earlier tracing over another one: on the line from S to N, with S at S, as cranial base superimposition is usually
 * done. A face that looks to the other side is mirrored. undefined where S or N is missing.
 */
export function superimpose(earlier: Tracing, current: Tracing): Superimposed | undefined {
  const findEarlier = createFinder(earlier.ceph, earlier.picture);
  const findCurrent = createFinder(current.ceph, current.picture);
  const from = findBase(findEarlier);
  const to = findBase(findCurrent);
  if (!from || !to) return undefined;
  const isTrueSize = hasTrueSize(earlier.picture) && hasTrueSize(current.picture);
  const size = isTrueSize ? 1 : to.length / from.length;
  const isMirrored = (findSide(findEarlier) ?? 1) !== (findSide(findCurrent) ?? 1);
  const [across, down] = current.picture.millimetresPerPixel;
  const move = (point: Point2): Point2 => {
    const x = point[0] - from.sella[0];
    const y = point[1] - from.sella[1];
    const along = size * (x * from.front[0] + y * from.front[1]);
    const beside = (isMirrored ? -size : size) * (y * from.front[0] - x * from.front[1]);
    return [
      (to.sella[0] + along * to.front[0] - beside * to.front[1]) / across,
      (to.sella[1] + along * to.front[1] + beside * to.front[0]) / down,
    ];
  };
  const { names } = earlier.ceph;
  const points = names.map((name) => move(findEarlier(name) ?? from.sella));
  return { names, points, isTrueSize };
}

/** Whether lengths in the patient are those of the picture: a detector's pixels are not. */
const hasTrueSize = ({ kind }: PictureScale): boolean => kind === 'calibrated' || kind === 'user';

/** S, and the unit vector from it to N. */
function findBase(find: FindLandmark) {
  const sella = find('S');
  const nasion = find('N');
  if (!sella || !nasion) return undefined;
  const x = nasion[0] - sella[0];
  const y = nasion[1] - sella[1];
  const length = Math.hypot(x, y);
  return length > 0 ? { sella, length, front: [x / length, y / length] as const } : undefined;
}
