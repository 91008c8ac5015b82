import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import * as checkupMessages from '@deqiq/messages/examinations/checkups.js';
import * as texts from '@deqiq/messages/office/checkup-uploads.js';
import * as formTexts from '@deqiq/messages/office/form.js';
import { changeCheckup } from '../../../../../api/examinations/checkups.ts';
import { describeError } from '../../../../../api/http/http-error.ts';
import { isAbortError } from '../../../../../lib/abort-error.ts';
import { personName } from '../../../../../lib/format.ts';
import { confirm, showError } from '../../../../../ui/overlay/confirm.tsx';
import { toast } from '../../../../../ui/overlay/toast.ts';
import { nameShipment } from '../../prefill.ts';
import { askAboutPatient, findOtherPatients, settleDoubt } from '../patient-doubt.ts';
import type { Upload } from './use-upload.ts';

/** Adds the selected files to a checkup after a question, which names other patients. */
export async function addFiles(checkup: Checkup, upload: Upload): Promise<void> {
  const { _id, firstName, lastName } = checkup;
  if (!firstName || !lastName) return showError(checkupMessages.editNameMissing());
  const text = texts.addQuestion({
    patient: personName(checkup),
    count: upload.selections.length,
  });
  const others = findOtherPatients(upload, checkup);
  const question =
    others.length > 0 ? askAboutPatient(checkup, others) : { title: formTexts.areYouSure(), text };
  if (!(await confirm(question))) return;
  const headers = upload.selections.flatMap(({ file }) => upload.headers.get(file) ?? []);
  const named = nameShipment(checkup, headers);
  try {
    const answer = await upload.send((files) =>
      changeCheckup({ checkupId: _id, firstName, lastName, files, ...named }),
    );
    await settleDoubt(answer.checkup, others);
    toast.success(checkupMessages.updated());
  } catch (error) {
    if (isAbortError(error)) return;
    await showError(describeError(error, checkupMessages.createFailed()));
  }
}
