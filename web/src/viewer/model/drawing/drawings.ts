import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import * as annotationMessages from '@deqiq/messages/imaging/annotations.js';
import { type Content, type DrawnKind, isDrawn } from '../../annotations/kinds.ts';
import type { DrawingTool } from '../tools.ts';
import {
  createCalibration,
  createCanal,
  createLine,
  type DrawnPoints,
  type FinishOptions,
  type HandleMove,
  hasVertex,
  moveCalibrationPoint,
  moveCanalPoint,
  moveLinePoint,
} from './annotation-content.ts';
import { createCeph, moveLandmark } from './ceph-content.ts';
import { canFinish, type Draft } from './draft.ts';
import { createEllipse, hasArea, moveEllipsePoint } from './ellipse-content.ts';
import { createImplant, moveImplant } from './implant-content.ts';

type Drawing<Kind extends DrawnKind> = {
  /** The message where the points of a finished drawing say nothing. */
  readonly findError?: (drawn: DrawnPoints, options: FinishOptions) => string | undefined;
  readonly create: (drawn: DrawnPoints, options: FinishOptions) => Content<Kind> | undefined;
  /** The content after one of its handles was dragged. */
  readonly move: (content: Content<Kind>, move: HandleMove) => Content<Kind>;
};

const findNoLength = (drawn: DrawnPoints): string | undefined =>
  hasVertex(drawn) ? undefined : annotationMessages.noLength();

/** The content of each kind of annotations. It is loaded after the first picture. */
const drawings: { readonly [Kind in DrawnKind]: Drawing<Kind> } = {
  length: { create: createLine('length'), move: moveLinePoint },
  polyline: { create: createLine('polyline'), move: moveLinePoint },
  angle: {
    findError: (drawn) => (hasVertex(drawn) ? undefined : annotationMessages.sameVertex()),
    create: createLine('angle'),
    move: moveLinePoint,
  },
  arrow: { findError: findNoLength, create: createLine('arrow'), move: moveLinePoint },
  text: { create: createLine('text'), move: moveLinePoint },
  ellipse: {
    findError: (drawn, options) =>
      hasArea(drawn, options) ? undefined : annotationMessages.badEllipse(),
    create: createEllipse,
    move: moveEllipsePoint,
  },
  profile: { findError: findNoLength, create: createLine('profile'), move: moveLinePoint },
  calibration: { create: createCalibration, move: moveCalibrationPoint },
  ceph: { create: createCeph, move: moveLandmark },
  canal: { create: createCanal, move: moveCanalPoint },
  implant: { create: createImplant, move: moveImplant },
};

/** Its line is no annotation: it rotates the axes, which are saved with the view. */
const isSaved = (kind: DrawingTool): kind is DrawnKind => kind !== 'straightening';

export const findError = ({ kind, ...drawn }: Draft, options: FinishOptions): string | undefined =>
  isSaved(kind) ? drawings[kind].findError?.(drawn, options) : undefined;

/** The annotation of a finished drawing; undefined where it has too few points. */
export const toContent = (draft: Draft, options: FinishOptions): AnnotationContent | undefined =>
  canFinish(draft) && isSaved(draft.kind) ? drawings[draft.kind].create(draft, options) : undefined;

export const moveHandle = (content: AnnotationContent, move: HandleMove): AnnotationContent =>
  isDrawn(content) ? moveDrawn(content.kind, content, move) : content;

const moveDrawn = <Kind extends DrawnKind>(kind: Kind, content: Content<Kind>, move: HandleMove) =>
  drawings[kind].move(content, move);
