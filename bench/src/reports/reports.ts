import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import { computedPanoramic } from '@deqiq/samples/dicom/computed-panoramic.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { panoramicReport } from '@deqiq/testkit/reports/panoramic-report.ts';
import { startServer } from '@deqiq/testkit/server-process.ts';
import type { Bench, Table } from '../harness/program.ts';
import { median } from '../harness/rounds.ts';
import { newHandset, press, startBrowser, waitUntilShown } from '../phone/handset.ts';
import type { Login } from '../upload/partner.ts';
import { newDoctor } from '../viewer/doctor.ts';

const MOBILE = { down: 12e6, up: 3e6, delay: 70 };
const SAVES = 60;
const REPEATS = 5;
const RENTGEN = `${portalPaths.partnerDashboard}/rentgen`;
const REPORTS = '/api/admin/diagnostic-reports';

type Answer = { report: DiagnosticReport };

/** A report about a panoramic: saved while it is written, as a PDF, and opened on the phone of the doctor. */
export async function reports(bench: Bench): Promise<Table> {
  const server = await startServer({ dataDir: join(bench.folder, 'reports') });
  const baseUrl = `http://127.0.0.1:${server.port}`;
  try {
    const staff = await new ApiClient(baseUrl).signIn();
    const { login, checkup } = await newDoctor(
      staff,
      'panoramic.dcm',
      computedPanoramic(2400, 0.1),
    );
    const { draft, saved } = await writeDraft(staff, checkup);
    const proof = { version: draft.version, ...ADMIN };
    await staff.post(`${REPORTS}/${draft._id}/sign`, proof);
    // The headers of a file are indexed some seconds after its upload; then its key image is drawn.
    while (!(await fetchPdf(staff, draft._id)).includes('/DCTDecode')) await setTimeout(200);
    const printed = await repeat(REPEATS, () => fetchPdf(staff, draft._id));
    const opened = await openOnPhone(baseUrl, login, draft.checkup);
    const line = (what: string, times: readonly number[], max: number) =>
      ({ what, unit: 'ms', ours: median(times), bar: { of: 'ours', max } }) as const;
    return {
      title: 'Diagnostic reports',
      about: `Medians, SQLite. A report with findings at nine teeth, three sections and a key image of a panoramic. The phone has 390 x 844, 12 Mbit/s, 70 ms and a quarter of the processor; its list is open, and its time ends when the frame with the report is painted.`,
      lines: [
        line('a draft is saved', saved, 50),
        line('the PDF', printed, 2_000),
        line('result pressed in the list → report', opened, 1_000),
      ],
    };
  } finally {
    await server.end();
  }
}

/** Writes a draft and saves it often, as an author does; returns it and the milliseconds of each saving. */
async function writeDraft(staff: ApiClient, checkup: Checkup) {
  const { account } = await staff.get<{ account: { _id: string } }>('/api/admin/account');
  const rights = { name: 'Aygün Məmmədova', title: 'Həkim-radioloq', licence: 'AZ-1234' };
  await staff.call('PUT', `/api/admin/staff/${account._id}/radiologist`, rights);
  const file = checkup.xrayFileLinks[0]?.id;
  const path = `/api/admin/checkups/${checkup._id}/diagnostic-reports`;
  const { content } = panoramicReport();
  let { report } = await staff.post<Answer>(path, { template: content.template });
  const saved = await repeat(SAVES, async (round) => {
    const text = `${content.conclusion} ${'Dəyişiklik yoxdur. '.repeat(round % 20)}`;
    const body = {
      version: report.version,
      content: {
        ...content,
        measurements: [],
        keyImages: [{ file, caption: 'Kök ucu' }],
        conclusion: text,
      },
    };
    ({ report } = await staff.call<Answer>('PUT', `${REPORTS}/${report._id}`, body));
  });
  return { draft: report, saved };
}

async function fetchPdf(staff: ApiClient, id: string): Promise<Buffer> {
  const response = await staff.send('GET', `${REPORTS}/${id}/pdf`);
  if (response.status !== 200) throw new Error(`the PDF returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** Milliseconds from the press on the result in the list until the report is painted, on new phones. */
async function openOnPhone(baseUrl: string, login: Login, checkup: string): Promise<number[]> {
  const browser = await startBrowser();
  const result = `a[href="${RENTGEN}/${checkup}"]`;
  try {
    const times = [];
    for (let count = 0; count < REPEATS; count += 1) {
      const { page, close } = await newHandset(browser, MOBILE);
      await page.goto(`${baseUrl}${portalPaths.partnerLogin}?next=${RENTGEN}`);
      await page.fill('input[name=email]', login.email);
      await page.fill('input[name=password]', login.password);
      await press(page, 'form button[type=submit]');
      await waitUntilShown(page, result);
      // A doctor reads the list before pressing: what it loads meanwhile is not part of the wait.
      await page.waitForLoadState('networkidle');
      const shown = waitUntilShown(page, 'section[aria-label="Rentgen rəyi"]');
      const at = await press(page, result);
      times.push((await shown) - at);
      await close();
    }
    return times;
  } finally {
    await browser.close();
  }
}

/** Milliseconds of each call. */
async function repeat(count: number, call: (round: number) => Promise<unknown>): Promise<number[]> {
  const times = [];
  for (let round = 0; round < count; round += 1) {
    const began = performance.now();
    await call(round);
    times.push(performance.now() - began);
  }
  return times;
}
