import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { ADMIN } from '@deqiq/testkit/logins.ts';
import { type ServerProcess, startServer } from '@deqiq/testkit/server-process.ts';
import type { Campaign, CampaignContext, Outcome } from '../campaign.ts';
import { bytesOf, type KnownFile } from '../crash/expected/content.ts';
import { ExpectedState, type OpenUpload } from '../crash/expected/expected-state.ts';
import { twoPartners } from '../crash/people.ts';
import { beginUpload, mergeUpload, sendMissing, uploadFile } from '../crash/work/uploads.ts';
import type { Workload } from '../crash/work/workload.ts';
import { type Tokens, type Visitor, visitor } from './visitor.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds for three sweeps; see shifted-clock.ts. */
const SWEEPS = 1_200;

/** Bytes: two chunks and a part of a third. */
const SIZE = 5_000_000;

export const clock: Campaign = {
  title: 'Wrong system clock',
  about:
    'The wall clock of the real server is moved back and forth by an hour and by 31 days while users are signed in, links are open, limits are reached and an upload is incomplete. An hour must end no session, no token may live longer than its lifetime, limits must expire, and the garbage collector, which then runs three times a second, must remove nothing that is in use.',

  async run({ folder, random }: CampaignContext): Promise<Outcome> {
    const checks = new Checks();
    const file = join(folder, 'clock');
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const setClock = (milliseconds: number) => writeFileSync(file, String(milliseconds));
    const env = {
      NODE_OPTIONS: `--import ${new URL('./shifted-clock.ts', import.meta.url).href}`,
      CLOCK_FILE: file,
      RATE_LIMITS: 'on',
    };
    const start = () => startServer({ dataDir, env, logLevel: 'silent' });
    setClock(0);
    let server = await start();
    try {
      const scene = await setScene(server, random);
      await checkHourBack(scene, setClock, checks);
      await checkHourAhead(scene, setClock, checks);
      const later = await checkMonthAhead(scene, setClock, checks);
      await checkBackToNow(scene, later, setClock, checks);
      await server.end();
      setClock(26 * HOUR);
      server = await start();
      await checkDayLater(server, scene, checks);
    } finally {
      await server.end();
    }
    return {
      figures: [{ what: 'checks after a change of the clock', count: checks.count }],
      findings: checks.findings,
    };
  },
};

/** Counts the checks and collects those that failed. */
class Checks {
  count = 0;
  readonly findings: string[] = [];

  expect(isOk: boolean, finding: string): void {
    this.count += 1;
    if (!isOk) this.findings.push(finding);
  }
}

type SetClock = (milliseconds: number) => void;

/** The state before the clock is moved for the first time. */
interface Scene {
  readonly server: ServerProcess;
  readonly people: Visitor;
  readonly workload: Workload;
  readonly remembered: Tokens;
  readonly unremembered: Tokens;
  readonly links: string[];
  readonly storedFile: KnownFile;
  readonly half: OpenUpload;
  readonly abandoned: OpenUpload;
}

const STRANGER = { username: 'nobody', password: 'not-the-password' };

async function setScene(server: ServerProcess, random: CampaignContext['random']): Promise<Scene> {
  const people = visitor(server.port);
  const staff = await new ApiClient(server.port).signIn();
  const expected = new ExpectedState();
  const workload: Workload = {
    staff,
    expected: expected,
    random,
    people: await twoPartners(staff, expected),
    isOver: () => false,
  };
  const whole = beginUpload(workload, SIZE);
  await uploadFile(workload, whole);
  const half = beginUpload(workload, SIZE);
  const abandoned = beginUpload(workload, SIZE);
  for (const upload of [half, abandoned]) await sendAllButLast(workload, upload);
  const scene = {
    server,
    people,
    workload,
    remembered: await people.signIn({ ...ADMIN, rememberMe: true }),
    unremembered: await people.signIn({ ...ADMIN, rememberMe: false }),
    links: [] as string[],
    storedFile: whole.file,
    half,
    abandoned,
  };
  scene.links.push(await linkOf(people, scene.remembered.access, whole.file));
  await useUpLimits(people);
  return scene;
}

/** Sends all chunks but the last by recording the last one as acknowledged. */
async function sendAllButLast(workload: Workload, upload: OpenUpload): Promise<void> {
  const last = Math.floor(SIZE / 2_097_152);
  upload.acknowledged.add(last);
  await sendMissing(workload, upload);
  upload.acknowledged.delete(last);
}

async function linkOf(people: Visitor, access: string, { name }: KnownFile): Promise<string> {
  const links = (await people.checkups(access)).flatMap((checkup) => checkup.xrayFileLinks);
  const link = links.find((each) => each.name === name);
  if (!link) throw new Error(`${name} is in no list`);
  return link.url;
}

async function useUpLimits(people: Visitor): Promise<void> {
  for (let n = 0; n < 10; n += 1) await people.tryToSignIn(STRANGER);
  for (let n = 0; n < 20; n += 1) await people.sendMessage();
  const signIn = await people.tryToSignIn(STRANGER);
  const message = await people.sendMessage();
  if (signIn.status !== 429 || message.status !== 429)
    throw new Error(`the limits are not reached: ${signIn.status}, ${message.status}`);
}

/** Sessions stay active, no limit lasts longer than before, and the files are unchanged. */
async function checkHourBack(scene: Scene, setClock: SetClock, checks: Checks): Promise<void> {
  setClock(-HOUR);
  const when = 'an hour back';
  await checkSessions(scene, when, checks);
  await checkLimits(scene, when, checks, { signIn: 15 * 60, message: 60 * 60 });
  await checkFiles(scene, when, checks);
}

/** Tokens issued before have expired, also those issued when the clock was slow. */
async function checkHourAhead(scene: Scene, setClock: SetClock, checks: Checks): Promise<void> {
  const { people, remembered, links } = scene;
  const slow = await people.refresh(remembered.refresh);
  setClock(HOUR + 16 * MINUTE);
  const when = 'an hour ahead';
  for (const token of [remembered.access, slow ?? ''])
    checks.expect((await people.listStatus(token)) === 401, `${when} an old access token is valid`);
  for (const link of links.splice(0))
    checks.expect(
      (await people.follow(link)).status === 410,
      `${when} an old link does not return 410`,
    );
  await checkSessions(scene, when, checks);
  await checkLimits(scene, when, checks, { signIn: 0, message: 0 });
  await checkFiles(scene, when, checks);
}

/** Sessions have ended. The garbage collector must not remove an upload that is still in progress. */
async function checkMonthAhead(scene: Scene, setClock: SetClock, checks: Checks) {
  const { people, remembered, unremembered, workload, half, links } = scene;
  setClock(31 * DAY);
  const when = '31 days ahead';
  for (const { access, refresh } of [remembered, unremembered]) {
    checks.expect((await people.listStatus(access)) === 401, `${when} an access token is valid`);
    checks.expect(
      (await people.refresh(refresh)) === undefined,
      `${when} a session is still active`,
    );
  }
  for (const link of links.splice(0))
    checks.expect((await people.follow(link)).status !== 200, `${when} an old link is valid`);
  await pause(SWEEPS);
  const later = await people.signIn({ ...ADMIN, rememberMe: true });
  const link = await linkOf(people, later.access, scene.storedFile);
  checks.expect((await people.follow(link)).status === 200, `${when} a new link is not valid`);
  const staff = new ApiClient(workload.staff.port, later.access);
  await finishUpload({ ...workload, staff }, half, when, checks);
  return { ...later, link };
}

/** Tokens issued by a clock that was a month ahead must not live for a month. */
async function checkBackToNow(
  scene: Scene,
  later: Tokens & { link: string },
  setClock: SetClock,
  checks: Checks,
): Promise<void> {
  setClock(0);
  const { people } = scene;
  const when = 'with the right clock again';
  checks.expect(
    (await people.listStatus(later.access)) === 401,
    `${when}, an access token issued 31 days ahead is valid for 31 days`,
  );
  checks.expect(
    (await people.follow(later.link)).status === 410,
    `${when}, a link issued 31 days ahead is valid for 31 days`,
  );
  const renewed = await people.refresh(later.refresh);
  checks.expect(renewed !== undefined, `${when}, a session opened 31 days ahead has ended`);
  checks.expect(
    (await people.listStatus(renewed ?? '')) === 200,
    `${when}, the renewed session is refused`,
  );
  await pause(SWEEPS);
  await checkFiles(scene, when, checks, renewed);
}

/** After a real day an abandoned upload is removed, and nothing else. */
async function checkDayLater(server: ServerProcess, scene: Scene, checks: Checks): Promise<void> {
  const people = visitor(server.port);
  const { access } = await people.signIn({ ...ADMIN, rememberMe: false });
  await pause(SWEEPS);
  const staff = new ApiClient(server.port, access);
  const path = `/api/admin/checkups/uploads/${scene.abandoned.file.fileId}`;
  const { chunks } = await staff.call<{ chunks: number[] }>('GET', path);
  checks.expect(chunks.length === 0, 'a day later an abandoned upload still exists');
  const now = { ...scene, people, workload: { ...scene.workload, staff } };
  await checkFiles(now, 'a day later', checks, access);
}

/** Refreshes both sessions and opens lists and files with the new tokens. */
async function checkSessions(scene: Scene, when: string, checks: Checks): Promise<void> {
  const { people, links, storedFile } = scene;
  for (const session of [scene.remembered, scene.unremembered]) {
    const access = await people.refresh(session.refresh);
    checks.expect(access !== undefined, `${when} a session has ended`);
    if (!access) continue;
    checks.expect(
      (await people.listStatus(access)) === 200,
      `${when} a new access token is not valid`,
    );
    const link = await linkOf(people, access, storedFile);
    checks.expect((await people.follow(link)).status === 200, `${when} a new link is not valid`);
    links.push(link);
  }
}

/** A limited client waits no longer than the window of the limit; 0: it does not wait. */
async function checkLimits(
  { people }: Scene,
  when: string,
  checks: Checks,
  maxWait: { signIn: number; message: number },
): Promise<void> {
  const signIn = await people.tryToSignIn(STRANGER);
  const message = await people.sendMessage();
  checks.expect(signIn.wait <= maxWait.signIn, `${when} a sign-in waits ${signIn.wait} s`);
  checks.expect(message.wait <= maxWait.message, `${when} a message waits ${message.wait} s`);
}

async function checkFiles(scene: Scene, when: string, checks: Checks, access?: string) {
  const { people, storedFile, remembered, half, workload } = scene;
  const token = access ?? (await people.refresh(remembered.refresh)) ?? '';
  for (const file of workload.expected.uploads.has(half) ? [storedFile] : [storedFile, half.file]) {
    const link = await linkOf(people, token, file).catch(() => '/');
    const { bytes } = await people.follow(link);
    checks.expect(bytes.equals(bytesOf(file)), `${when} ${file.name} has changed`);
  }
}

/** Finishes an upload and compares all of its bytes. */
async function finishUpload(workload: Workload, upload: OpenUpload, when: string, checks: Checks) {
  const finishing = async () => {
    await sendMissing(workload, upload);
    await mergeUpload(workload, upload);
  };
  const failure = await finishing().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  checks.expect(!failure, `${when} an upload in progress cannot be finished: ${failure}`);
}
