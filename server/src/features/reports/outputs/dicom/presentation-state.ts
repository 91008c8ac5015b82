import {
  type Attribute,
  type Attributes,
  encodeInstance,
} from '../../../../platform/dicom/data-set.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import { toLo, toParagraphs } from '../../../../platform/dicom/texts.ts';
import { deriveUid, SOFTCOPY_PRESENTATION_STATE } from '../../../../platform/dicom/uids.ts';
import { describeValues } from '../describe-values.ts';
import { listPoints } from '../measure.ts';
import type {
  DicomPicture,
  ReportKeyImage,
  ReportMeasurement,
  SignedReport,
} from '../signed-report.ts';
import { graphicType, toGraphicData } from './content-items.ts';
import { displayedArea } from './displayed-area.ts';
import { creatorName, documentModules, instanceUid, toDaAndTm } from './document-modules.ts';

const LAYER = 'MEASUREMENTS';

/** How a grey DICOM picture was shown; others, and those as first shown, have no presentation state. */
const isStated = ({ picture, view }: ReportKeyImage): boolean =>
  view !== null && picture !== null && /^MONOCHROME/.test(picture.photometric);

interface StateReference {
  readonly sopClassUid: string;
  readonly sopUid: string;
  readonly studyUid: string;
  readonly seriesUid: string;
}

/** The presentation state of a key image in a list; undefined where it has none. */
export function findPresentationState(
  report: SignedReport,
  keyImage: ReportKeyImage,
): readonly [StateReference] | undefined {
  if (!isStated(keyImage)) return undefined;
  const index = report.keyImages.indexOf(keyImage);
  return [
    {
      sopClassUid: SOFTCOPY_PRESENTATION_STATE,
      sopUid: instanceUid(report, 'presentation-state', String(index)),
      studyUid: report.checkup.studyUid,
      seriesUid: deriveUid('series', 'presentation-state', report.id),
    },
  ];
}

/** A Grayscale Softcopy Presentation State (PS3.3, A.33.1); null where the key image has none. */
export function presentationState(report: SignedReport, keyImage: ReportKeyImage): Buffer | null {
  const { picture } = keyImage;
  const [state] = findPresentationState(report, keyImage) ?? [];
  if (!state || !picture) return null;
  const index = report.keyImages.indexOf(keyImage);
  const [date, time] = toDaAndTm(report.signedAt);
  return encodeInstance({
    sopClassUid: SOFTCOPY_PRESENTATION_STATE,
    sopUid: state.sopUid,
    attributes: [
      ...documentModules(report, 'presentation-state', index + 1),
      [Tag.laterality, ''],
      [Tag.presentationCreationDate, date],
      [Tag.presentationCreationTime, time],
      [Tag.contentLabel, `KEY_IMAGE_${index + 1}`],
      [Tag.contentDescription, toLo(keyImage.caption)],
      [Tag.contentCreatorName, creatorName(report)],
      [
        Tag.referencedSeriesSequence,
        [
          [
            [Tag.seriesInstanceUid, picture.seriesUid],
            [Tag.referencedImageSequence, [imageReference(picture, keyImage.frame)]],
          ],
        ],
      ],
      ...tones(keyImage, picture),
      ...displayedArea(keyImage, picture),
      ...graphics(report, keyImage),
    ],
  });
}

const imageReference = (picture: DicomPicture, frame: number): Attributes => [
  [Tag.referencedSopClassUid, picture.sopClassUid],
  [Tag.referencedSopInstanceUid, picture.sopUid],
  [Tag.referencedFrameNumber, picture.frames > 1 ? frame + 1 : undefined],
];

/** Windows are in measured values, so the state repeats the rescale of the picture (PS3.4, N.2.1). */
function tones({ view }: ReportKeyImage, { rescale, photometric }: DicomPicture): Attributes {
  const isWhiteLow = photometric === 'MONOCHROME1';
  return [
    ...(rescale
      ? ([
          [Tag.rescaleIntercept, rescale.intercept],
          [Tag.rescaleSlope, rescale.slope],
          [Tag.rescaleType, rescale.type || 'US'],
        ] satisfies Attribute[])
      : []),
    [
      Tag.softcopyVoiLutSequence,
      view?.window && [
        [
          [Tag.windowCenter, view.window.centre],
          [Tag.windowWidth, view.window.width],
        ],
      ],
    ],
    [Tag.presentationLutShape, isWhiteLow !== (view?.isInverse ?? false) ? 'INVERSE' : 'IDENTITY'],
  ];
}

/** Lines and values in the picture; those in a volume lie in no plane of it. Landmarks are no line. */
function graphics(report: SignedReport, { annotations }: ReportKeyImage): Attributes {
  const drawn = annotations.filter(
    ({ content }) => content.kind !== 'ceph' && listPoints(content)[0]?.length === 2,
  );
  if (drawn.length === 0) return [];
  return [
    [
      Tag.graphicLayerSequence,
      [
        [
          [Tag.graphicLayer, LAYER],
          [Tag.graphicLayerOrder, 1],
        ],
      ],
    ],
    [Tag.graphicAnnotationSequence, drawn.map((measurement) => graphic(report, measurement))],
  ];
}

function graphic({ language }: SignedReport, measurement: ReportMeasurement): Attributes {
  const points = listPoints(measurement.content);
  const text = [measurement.label, describeValues(measurement, language)].filter(Boolean);
  return [
    [Tag.graphicLayer, LAYER],
    [
      Tag.textObjectSequence,
      [
        [
          [Tag.unformattedTextValue, toParagraphs(text.join(': ') || LAYER)],
          [Tag.anchorPointAnnotationUnits, 'PIXEL'],
          [Tag.anchorPoint, toGraphicData(points.slice(0, 1))],
          [Tag.anchorPointVisibility, 'N'],
        ],
      ],
    ],
    [
      Tag.graphicObjectSequence,
      [
        [
          [Tag.graphicAnnotationUnits, 'PIXEL'],
          [Tag.graphicDimensions, 2],
          [Tag.numberOfGraphicPoints, points.length],
          [Tag.graphicData, toGraphicData(points)],
          [Tag.graphicType, graphicType(measurement.content, points.length)],
          [Tag.graphicFilled, 'N'],
        ],
      ],
    ],
  ];
}
