import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Attribute, Attributes } from '../../../../platform/dicom/data-set.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import { splitPersonName, toParagraphs } from '../../../../platform/dicom/texts.ts';
import type { DicomPicture } from '../signed-report.ts';
import { type Code, codeItem } from './codes.ts';

/** A content item below another (PS3.3, C.17.3); undefined ones are left out. */
export type Item = Attributes;
type Children = readonly (Item | undefined)[];

type Relationship =
  | 'CONTAINS'
  | 'HAS OBS CONTEXT'
  | 'HAS CONCEPT MOD'
  | 'INFERRED FROM'
  | 'SELECTED FROM';

interface Head {
  readonly relationship: Relationship;
  readonly concept?: Code;
  readonly children?: Children;
}

/** Attributes that every content item has. */
function itemHead(type: string, { concept, children = [] }: Omit<Head, 'relationship'>) {
  const items = children.filter((child) => child !== undefined);
  const attributes: Attribute[] = [[Tag.valueType, type]];
  if (concept) attributes.push([Tag.conceptNameCodeSequence, [codeItem(concept)]]);
  if (items.length > 0) attributes.push([Tag.contentSequence, items]);
  return attributes;
}

const item = (type: string, head: Head, ...values: Attribute[]): Item => [
  [Tag.relationshipType, head.relationship],
  ...itemHead(type, head),
  ...values,
];

/** The root of a document, with the number of its template (PS3.16). */
export const rootContainer = (concept: Code, template: string, children: Children): Attributes => [
  ...itemHead('CONTAINER', { concept, children }),
  [Tag.continuityOfContent, 'SEPARATE'],
  [
    Tag.contentTemplateSequence,
    [
      [
        [Tag.mappingResource, 'DCMR'],
        [Tag.templateIdentifier, template],
      ],
    ],
  ],
];

/** A heading with items; undefined where there are none. */
export function container(concept: Code, children: Children): Item | undefined {
  if (children.every((child) => child === undefined)) return undefined;
  const head = { relationship: 'CONTAINS', concept, children } as const;
  return item('CONTAINER', head, [Tag.continuityOfContent, 'SEPARATE']);
}

export const codeContent = (head: Head, code: Code): Item =>
  item('CODE', head, [Tag.conceptCodeSequence, [codeItem(code)]]);

/** undefined for an empty text. */
export const textContent = (head: Head, text: string): Item | undefined =>
  text.trim() === '' ? undefined : item('TEXT', head, [Tag.textValue, toParagraphs(text)]);

export const personContent = (head: Head, name: string): Item =>
  item('PNAME', head, [Tag.personName, splitPersonName(name)]);

export const uidContent = (head: Head, uid: string): Item => item('UIDREF', head, [Tag.uid, uid]);

export const numberContent = (head: Head, value: number, unit: Code): Item =>
  item('NUM', head, [
    Tag.measuredValueSequence,
    [
      [
        [Tag.numericValue, Number(value.toFixed(4))],
        [Tag.measurementUnitsCodeSequence, [codeItem(unit)]],
      ],
    ],
  ]);

/** `frame`: from 0. */
export const imageContent = (
  relationship: Relationship,
  picture: DicomPicture,
  more: { readonly frame?: number | undefined; readonly presentationState?: Attributes } = {},
): Item =>
  item('IMAGE', { relationship }, [
    Tag.referencedSopSequence,
    [
      [
        [Tag.referencedSopClassUid, picture.sopClassUid],
        [Tag.referencedSopInstanceUid, picture.sopUid],
        [
          Tag.referencedFrameNumber,
          picture.frames > 1 && more.frame !== undefined ? more.frame + 1 : undefined,
        ],
        [Tag.referencedSopSequence, more.presentationState && [more.presentationState]],
      ],
    ],
  ]);

/** PS3.3, C.18.6.1.1 and C.18.9.1.2. */
type GraphicType = 'POINT' | 'POLYLINE' | 'ELLIPSE';

export const graphicType = ({ kind }: AnnotationContent, points: number): GraphicType =>
  kind === 'ellipse' ? 'ELLIPSE' : points === 1 ? 'POINT' : 'POLYLINE';

/** Points of a picture: columns and rows from the upper left corner of its first pixel (PS3.3, C.18.6.1.2). */
export const coordinates = (
  points: readonly (readonly number[])[],
  picture: DicomPicture,
  { frame, type }: { readonly frame: number | undefined; readonly type: GraphicType },
): Item =>
  item(
    'SCOORD',
    {
      relationship: 'INFERRED FROM',
      children: [imageContent('SELECTED FROM', picture, { frame: frame ?? 0 })],
    },
    [Tag.graphicType, type],
    [Tag.graphicData, toGraphicData(points)],
  );

/** Ours count from the centre of the first pixel. */
export const toGraphicData = (points: readonly (readonly number[])[]): number[] =>
  points.flatMap((point) => point.map((value) => value + 0.5));

/** Points of the patient, in millimetres of a frame of reference. */
export const patientCoordinates = (
  points: readonly (readonly number[])[],
  frameOfReference: string,
  type: GraphicType,
): Item =>
  item(
    'SCOORD3D',
    { relationship: 'INFERRED FROM' },
    [Tag.graphicType, type],
    [Tag.graphicData, points.flat()],
    [Tag.referencedFrameOfReferenceUid, frameOfReference],
  );
