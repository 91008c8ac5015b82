import { findStructure } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { ToothFinding } from '@deqiq/contract/reports/content/report-content.ts';
import { type FindingCode, findings } from '@deqiq/contract/reports/content/report-findings.ts';
import { findingTexts, surfaceTexts } from '@deqiq/contract/reports/content/report-texts.ts';
import { implantSystemNames } from '@deqiq/contract/shared/imaging/implant-systems.ts';
import { deriveUid } from '../../../../platform/dicom/uids.ts';
import { inLanguage } from '../../../../platform/http/requests/language.ts';
import { listPoints, measure } from '../measure.ts';
import type { ReportMeasurement, SignedReport } from '../signed-report.ts';
import { type Code, Concept, own, quantities, units } from './codes.ts';
import {
  codeContent,
  container,
  coordinates,
  graphicType,
  type Item,
  numberContent,
  patientCoordinates,
  textContent,
  uidContent,
} from './content-items.ts';
import { findToothCode } from './tooth-codes.ts';

const english = (text: () => string): string => inLanguage('en', text);

/** A group for each finding at a tooth, and for each measurement (TID 1501). */
export const measurementGroups = (report: SignedReport): (Item | undefined)[] => [
  ...listFindings(report).map(([tooth, finding]) => findingGroup(tooth, finding)),
  ...report.measurements.map((measurement, index) => measurementGroup(measurement, index + 1)),
];

const listFindings = ({ content }: SignedReport): (readonly [string, ToothFinding])[] =>
  Object.entries(content.teeth).flatMap(([tooth, found]) =>
    found.map((finding) => [tooth, finding] as const),
  );

export function findFindingCode(finding: FindingCode): Code {
  const { standard } = findings[finding];
  if (standard) return { scheme: standard.scheme, value: standard.code, meaning: standard.meaning };
  return own(finding, english(findingTexts[finding]));
}

function findingGroup(tooth: string, { finding, surfaces = [], note = '' }: ToothFinding) {
  const modifiers = surfaces.map((surface) =>
    codeContent(
      { relationship: 'HAS CONCEPT MOD', concept: Concept.topographicalModifier },
      own(surface, english(surfaceTexts[surface])),
    ),
  );
  return container(Concept.measurementGroup, [
    codeContent(
      { relationship: 'HAS CONCEPT MOD', concept: Concept.findingSite, children: modifiers },
      findToothCode(tooth),
    ),
    codeContent({ relationship: 'CONTAINS', concept: Concept.finding }, findFindingCode(finding)),
    textContent({ relationship: 'CONTAINS', concept: Concept.comment }, note),
  ]);
}

/** Names of the viewer's kinds, for programs that show what was drawn. */
const kinds = {
  length: 'Length',
  polyline: 'Polyline',
  angle: 'Angle',
  arrow: 'Arrow',
  text: 'Text',
  ellipse: 'Ellipse',
  profile: 'Grey value profile',
  calibration: 'Calibration',
  canal: 'Mandibular canal',
  implant: 'Implant',
  ceph: 'Cephalometry',
  arch: 'Dental arch',
  window: 'Window',
  straightening: 'Straightening',
  alignment: 'Alignment of a scan',
} as const;

/** Code and meaning; a sinus floor has no value, and no group. */
const nameFinding = (content: AnnotationContent): readonly [value: string, meaning: string] =>
  content.kind === 'canal' && findStructure(content) === 'root'
    ? ['root', 'Tooth root']
    : [content.kind, kinds[content.kind]];

const nameSystem = (content: AnnotationContent): string =>
  content.kind === 'implant' && content.system
    ? `${implantSystemNames[content.system]}, nominal size`
    : '';

function measurementGroup(measurement: ReportMeasurement, number: number): Item | undefined {
  const { id, label, content, scale } = measurement;
  const values = measure(content, scale);
  if (values.length === 0) return undefined;
  const context = 'HAS OBS CONTEXT';
  const located = locate(measurement);
  const [value, meaning] = nameFinding(content);
  return container(Concept.measurementGroup, [
    textContent(
      { relationship: context, concept: Concept.trackingIdentifier },
      label || `${meaning} ${number}`,
    ),
    uidContent(
      { relationship: context, concept: Concept.trackingUid },
      deriveUid('annotation', id),
    ),
    codeContent({ relationship: 'CONTAINS', concept: Concept.finding }, own(value, meaning)),
    'tooth' in content && content.tooth !== undefined
      ? codeContent(
          { relationship: 'HAS CONCEPT MOD', concept: Concept.findingSite },
          findToothCode(String(content.tooth)),
        )
      : undefined,
    ...values.map(({ quantity, value: measured, unit }) =>
      numberContent(
        { relationship: 'CONTAINS', concept: quantities[quantity], children: [located] },
        measured,
        units[unit],
      ),
    ),
    textContent(
      { relationship: 'CONTAINS', concept: Concept.comment },
      values.some(({ isProjected }) => isProjected)
        ? 'Measured in a projection; magnification is not corrected'
        : nameSystem(content),
    ),
  ]);
}

/** Where it was drawn; undefined where the picture is no DICOM, or a volume without a frame of reference. */
function locate({ content, picture }: ReportMeasurement): Item | undefined {
  const points = listPoints(content);
  const type = graphicType(content, points.length);
  if (!picture) return undefined;
  if (points[0]?.length === 2)
    return coordinates(points, picture, {
      frame: 'frame' in content ? content.frame : undefined,
      type,
    });
  const { frameOfReferenceUid } = picture;
  return frameOfReferenceUid === null
    ? undefined
    : patientCoordinates(points, frameOfReferenceUid, type);
}
