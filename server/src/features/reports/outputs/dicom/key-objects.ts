import { encodeInstance } from '../../../../platform/dicom/data-set.ts';
import { Tag } from '../../../../platform/dicom/tags.ts';
import {
  KEY_OBJECT_SELECTION,
  SOFTCOPY_PRESENTATION_STATE,
} from '../../../../platform/dicom/uids.ts';
import { findLastChange } from '../last-change.ts';
import type { ReportKeyImage, SignedReport } from '../signed-report.ts';
import { Concept } from './codes.ts';
import { imageContent, rootContainer, textContent } from './content-items.ts';
import { documentModules, evidence, instanceUid, toDaAndTm } from './document-modules.ts';
import { findPresentationState } from './presentation-state.ts';
import { observer } from './structured-report.ts';

/** The key images as a Key Object Selection (PS3.16, TID 2010); null where none of them is DICOM. */
export function keyObjectSelection(report: SignedReport): Buffer | null {
  const keyImages = report.keyImages.filter(({ picture }) => picture !== null);
  if (keyImages.length === 0) return null;
  const [date, time] = toDaAndTm(findLastChange(report));
  const references = keyImages.flatMap((keyImage) => [
    ...(keyImage.picture ? [keyImage.picture] : []),
    ...(findPresentationState(report, keyImage) ?? []),
  ]);
  return encodeInstance({
    sopClassUid: KEY_OBJECT_SELECTION,
    sopUid: instanceUid(report, 'key-objects'),
    attributes: [
      ...documentModules(report, 'key-objects', 1),
      [Tag.contentDate, date],
      [Tag.contentTime, time],
      [Tag.referencedPerformedProcedureStepSequence, []],
      ...evidence(references),
      ...rootContainer(Concept.keyObjects, '2010', [
        ...observer(report),
        textContent(
          { relationship: 'CONTAINS', concept: Concept.keyObjectDescription },
          keyImages
            .map(({ caption }) => caption)
            .filter(Boolean)
            .join('\n'),
        ),
        ...keyImages.map((keyImage) => keyObject(report, keyImage)),
      ]),
    ],
  });
}

function keyObject(report: SignedReport, keyImage: ReportKeyImage) {
  const { picture, frame } = keyImage;
  if (!picture) return undefined;
  const [state] = findPresentationState(report, keyImage) ?? [];
  return imageContent('CONTAINS', picture, {
    frame,
    ...(state && {
      presentationState: [
        [Tag.referencedSopClassUid, SOFTCOPY_PRESENTATION_STATE],
        [Tag.referencedSopInstanceUid, state.sopUid],
      ],
    }),
  });
}
