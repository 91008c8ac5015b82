import { findStructure, type Structure } from '@deqiq/contract/imaging/annotation-limits.ts';
import type { AnnotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import * as texts from '@deqiq/messages/viewer/tools.js';
import { tools } from '../tools.ts';

export const structureNames: Readonly<Record<Structure, () => string>> = {
  canal: texts.canal,
  'sinus-floor': texts.sinusFloor,
  root: texts.root,
};

/** The name of an annotation in lists and exports. */
export const nameAnnotation = (content: AnnotationContent): string =>
  content.kind === 'canal'
    ? structureNames[findStructure(content)]()
    : (tools[content.kind].annotationName ?? tools[content.kind].name)();
