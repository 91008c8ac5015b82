import { imagingSummary } from '@deqiq/contract/shared/imaging/derivatives.ts';
import {
  findPictureScale,
  type PictureScale,
} from '@deqiq/contract/shared/imaging/picture-scale.ts';
import type { SignedDocument } from './signed-documents.ts';

type Signed = Pick<SignedDocument, 'annotations' | 'scales'>;

/**
 * The scale of a picture: as it was signed, or, of a report that has none, as the viewer has it now. `summary`: the JSON of its
 * imaging; undefined where the file was deleted or is held back.
 */
export function findScale(
  fileId: string,
  summary: string | null | undefined,
  { annotations, scales }: Signed,
): PictureScale {
  const signed = scales?.find(({ file }) => file === fileId);
  if (signed) {
    const { file: _, relativeUncertainty, ...scale } = signed;
    return relativeUncertainty === undefined ? scale : { ...scale, relativeUncertainty };
  }
  const { spacing, spacingKind = 'unknown' } = imagingSummary.parse(JSON.parse(summary ?? '{}'));
  const [across, down] = spacing ?? [];
  return findPictureScale(
    { spacing: across && down ? [across, down] : undefined, spacingKind },
    annotations.filter(({ file }) => file === fileId).map(({ content }) => content),
  );
}

/** The scales of all pictures with annotations, as they are signed. */
export function listScales(
  annotations: Signed['annotations'],
  summaries: ReadonlyMap<string, string>,
): NonNullable<Signed['scales']> {
  const files = [...new Set(annotations.map(({ file }) => file))];
  return files.map((file) => {
    const scale = findScale(file, summaries.get(file), { annotations });
    const [across, down] = scale.millimetresPerPixel;
    return { ...scale, file, millimetresPerPixel: [across, down] };
  });
}
