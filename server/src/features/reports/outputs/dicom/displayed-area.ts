import type { SavedView } from '@deqiq/contract/reports/report-view.ts';
import type { Attributes } from '../../../../platform/dicom/data-set.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import type { DicomPicture, ReportKeyImage } from '../signed-report.ts';

/** The visible part, and how it is turned: DICOM rotates first and then mirrors, the viewer the other way round. */
export function displayedArea({ view }: ReportKeyImage, picture: DicomPicture): Attributes {
  const { pixelSpacing } = picture;
  const clockwise = view?.quarterTurns ?? 0;
  const isMirrored = view?.isMirrored ?? false;
  const quarters = (isMirrored ? 4 - clockwise : clockwise) % 4;
  // Those that are shown at the upper left and the lower right.
  const corners = listCorners(view?.area, picture);
  const first = ((isMirrored ? 5 : 4) - quarters) % 4;
  return [
    [
      Tag.displayedAreaSelectionSequence,
      [
        [
          [Tag.displayedAreaTopLeftHandCorner, corners[first]],
          [Tag.displayedAreaBottomRightHandCorner, corners[(first + 2) % 4]],
          [Tag.presentationSizeMode, 'SCALE TO FIT'],
          pixelSpacing
            ? [Tag.presentationPixelSpacing, pixelSpacing]
            : [Tag.presentationPixelAspectRatio, [1, 1]],
        ],
      ],
    ],
    [Tag.imageRotation, quarters * 90],
    [Tag.imageHorizontalFlip, isMirrored ? 'Y' : 'N'],
  ];
}

/** Columns and rows, from 1, of the pixels at the corners, clockwise from the upper left one of the picture. */
function listCorners(
  area: SavedView['area'],
  { columns, rows }: DicomPicture,
): readonly (readonly [number, number])[] {
  if (!area)
    return [
      [1, 1],
      [columns, 1],
      [columns, rows],
      [1, rows],
    ];
  const left = Math.round(area.x + 1.5);
  const top = Math.round(area.y + 1.5);
  const right = Math.max(left, Math.round(left + area.width - 1));
  const bottom = Math.max(top, Math.round(top + area.height - 1));
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}
