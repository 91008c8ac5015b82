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
export function nameAnnotation(content: AnnotationContent): string {
  if (content.kind === 'canal') return structureNames[findStructure(content)]();
  if (content.kind === 'alignment') return texts.alignment();
  return (tools[content.kind].annotationName ?? tools[content.kind].name)();
}
