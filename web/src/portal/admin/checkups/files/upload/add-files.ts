import { type Checkup, checkupMessages } from '@deqiq/contract/examinations/checkups.ts';
import { changeCheckup } from '../../../../../api/examinations/checkups.ts';
import { describeError } from '../../../../../api/http/http-error.ts';
import { isAbortError } from '../../../../../lib/abort-error.ts';
import { personName } from '../../../../../lib/format.ts';
import { confirm, showError } from '../../../../../ui/overlay/confirm.tsx';
import { toast } from '../../../../../ui/overlay/toast.ts';
import { askAboutPatient, findOtherPatients, settleDoubt } from '../patient-doubt.ts';
import type { Upload } from './use-upload.ts';

/** Adds the selected files to a checkup after a question, which names other patients. */
export async function addFiles(checkup: Checkup, upload: Upload): Promise<void> {
  const { _id, firstName, lastName } = checkup;
  if (!firstName || !lastName) return showError(checkupMessages.editNameMissing);
  const text = `${personName(checkup)}: ${upload.selections.length} fayl əlavə olunacaq`;
  const others = findOtherPatients(upload, checkup);
  const question =
    others.length > 0 ? askAboutPatient(checkup, others) : { title: 'Əminsiniz?', text };
  if (!(await confirm(question))) return;
  try {
    const answer = await upload.send((files) =>
      changeCheckup({ checkupId: _id, firstName, lastName, files }),
    );
    await settleDoubt(answer.checkup, others);
    toast.success(checkupMessages.updated);
  } catch (error) {
    if (isAbortError(error)) return;
    await showError(describeError(error, checkupMessages.createFailed));
  }
}
