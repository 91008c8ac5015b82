import type { FoundStudy, IntakeList } from '@deqiq/contract/machines/intake.ts';
import type { Client } from '@deqiq/testkit/client.ts';
import { sendByStow } from '@deqiq/testkit/dicom/stow.ts';
import { untilTrue } from '@deqiq/testkit/jobs/queues.ts';
import { ctSlice } from './ct-slice.ts';

interface Patient {
  /** As in DICOM: `Hüseynova^Nigar`. */
  readonly patient: string;
  /** YYYYMMDD. */
  readonly birthDate?: string;
  readonly sex?: string;
  readonly patientId?: string;
  readonly accession?: string;
}

const SIDE = 16;

let count = 0;

/** Sends a study of one instance, whose number is announced, and waits until staff can assign it. */
export async function sendWaitingStudy(admin: Client, about: Patient) {
  count += 1;
  const study = `2.25.9090.${count}`;
  const { patient, birthDate = '', sex = '', patientId = '', accession = '' } = about;
  const instance = ctSlice({
    width: SIDE,
    height: SIDE,
    instance: 1,
    position: [0, 0, 1],
    series: `${study}.1`,
    pixels: new Uint16Array(SIDE * SIDE).fill(count),
    patient,
    more: [
      { tag: 0x0008_0050, vr: 'SH', value: accession },
      { tag: 0x0010_0020, vr: 'LO', value: patientId },
      { tag: 0x0010_0030, vr: 'DA', value: birthDate },
      { tag: 0x0010_0040, vr: 'CS', value: sex },
      { tag: 0x0020_000d, vr: 'UI', value: study },
    ],
  });
  (await sendByStow(admin, [instance], { headers: { 'x-study-instances': '1' } })).ok();
  const find = async () => {
    const { studies } = (await admin.get('/api/admin/intake?limit=100')).ok<IntakeList>();
    return studies.find(({ studyUid, state }) => studyUid === study && state === 'waiting');
  };
  await untilTrue(async () => (await find()) !== undefined);
  const path = `/api/admin/intake/${(await find())?._id}`;
  const read = async () => (await admin.get(path)).ok<FoundStudy>().study;
  return {
    read,
    assign: (checkup: string, more: object = {}) =>
      admin.post(`${path}/assign`, { checkup, ...more }),
    undo: async () =>
      (await admin.post(`${path}/undo`, { assignment: (await read()).assignment?.at })).ok(),
  };
}
