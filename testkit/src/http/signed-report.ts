import { untilIndexed, untilTrue } from '../jobs/queues.ts';
import { callsAbout } from './annotations.ts';
import { newReportClinic, reportCalls } from './reports.ts';

/** A signed report with a length of 100 pixels and a key image of a DICOM file. `bytes`: the file. */
export async function newSignedReport(t: Parameters<typeof newReportClinic>[0], bytes: Buffer) {
  const clinic = await newReportClinic(t, { runsJobs: true });
  const { admin, partner, client, db } = clinic;
  const checkup = await clinic.addCheckup({
    partner: partner._id,
    fileName: 'opg.dcm',
    bytes,
  });
  const file = checkup.xrayFileLinks[0]?.id ?? '';
  await untilIndexed(clinic);
  await untilTrue(async () => {
    const pending = db.selectFrom('file_imaging').select('state').where('state', '=', 'pending');
    return (await pending.execute()).length === 0;
  });
  const annotation = await callsAbout(file).add(admin, 'admin', { label: '36' });
  const calls = reportCalls(admin, checkup._id);
  const report = await calls.signed({
    measurements: [annotation._id],
    keyImages: [{ file, caption: 'Kök ucu', view: { window: { centre: 100, width: 200 } } }],
  });
  return { ...clinic, ...calls, checkup, client, report };
}
