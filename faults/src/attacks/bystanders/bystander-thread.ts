import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { OwnCheckupList } from '@deqiq/contract/examinations/checkups.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { readDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import { png } from '../../hostile/bombs/bomb-bytes.ts';
import { childrenBytes, residentBytes } from '../memory.ts';

/** An act that a bystander repeats, at a server or the intake in front of it. */
export interface Probe {
  readonly name: string;
  readonly port: number;
  /** Milliseconds between the starts of two. */
  readonly interval: number;
  readonly act: Request | Store | Preview;
}

/** A request that must succeed. */
interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An X-ray by C-STORE, until it is in the server. */
interface Store {
  /** The folder of files that the intake has acknowledged and not forwarded. */
  readonly waiting: string;
}

/** A picture that staff upload for a partner, until he has its preview. Both are access tokens. */
interface Preview {
  readonly partner: string;
  readonly staffToken: string;
  readonly partnerToken: string;
}

export interface Assignment {
  readonly pid: number;
  readonly probes: readonly Probe[];
}

/** Sent for every finished act (`wait` in milliseconds) and every measurement of memory. */
export type Observation =
  | { readonly probe: string; readonly wait: number; readonly failure?: string }
  | { readonly memory: number; readonly children: readonly number[] };

/** Milliseconds between two memory measurements, and between two checks of a spool or a preview. */
const MEMORY_INTERVAL = 50;
const POLL = 25;

/** Milliseconds after which an act counts as failed. */
const TIMEOUT = 60_000;

/** The address of the machine. */
const MACHINE = '127.0.0.2';

const picture = png({ width: 300, height: 200, rows: 200 });

const { pid, probes } = workerData as Assignment;
let isOver = false;
const report = (observation: Observation) => parentPort?.postMessage(observation);

async function repeat(probe: Probe): Promise<void> {
  const study = `2.25.${Math.floor(performance.now())}.${probe.port}`;
  for (let count = 1; !isOver; count += 1) {
    const began = performance.now();
    const failure = await Promise.race([
      perform(probe, { study, count }).catch(describe),
      pause(TIMEOUT, `no answer within ${TIMEOUT} ms`, { ref: false }),
    ]);
    const wait = performance.now() - began;
    report({ probe: probe.name, wait, ...(failure !== undefined && { failure }) });
    await pause(Math.max(0, probe.interval - wait));
  }
}

function describe(error: Error & { cause?: { code?: string } }): string {
  return `${error.message} ${error.cause?.code ?? ''}`;
}

interface Round {
  readonly study: string;
  readonly count: number;
}

function perform({ port, act }: Probe, round: Round): Promise<void> {
  if ('path' in act) return request(port, act);
  return 'waiting' in act ? store(port, act, round) : preview(port, act, round);
}

async function request(port: number, { path, ...init }: Request): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
}

async function store(port: number, { waiting }: Store, { study, count }: Round): Promise<void> {
  const series = `${study}.1`;
  const slice = ctSlice({
    width: 8,
    height: 8,
    instance: count,
    position: [0, 0, count],
    pixels: new Uint16Array(64),
    series,
    more: [{ tag: 0x0020_000d, vr: 'UI', value: study }],
  });
  const machine = await openAssociation(port, {
    localAddress: MACHINE,
    callingAeTitle: 'BYSTANDER',
  });
  const status = await machine.store({
    sopInstance: `${series}.${count}`,
    dataSet: readDataSet(slice),
  });
  await machine.release().catch(() => {});
  if (status !== 0) throw new Error(`C-STORE was answered with ${status ?? 'nothing'}`);
  while ((await readdir(waiting)).length > 0) await pause(POLL);
}

async function preview(
  port: number,
  { partner, staffToken, partnerToken }: Preview,
  { count }: Round,
): Promise<void> {
  const staff = new ApiClient(port, staffToken);
  const doctor = new ApiClient(port, partnerToken);
  const name = `${randomUUID()} ${count}`;
  await staff.post('/api/admin/checkups', {
    partner,
    firstName: 'Nigar',
    lastName: 'Hüseynova',
    name,
    xrayFiles: [await staff.upload('foto.png', picture)],
  });
  for (;;) {
    const { checkups } = await doctor.get<OwnCheckupList>('/api/partner/misc/checkups');
    const state = checkups.find((each) => each.name === name)?.xrayFileLinks[0]?.imaging.state;
    if (state === 'ready') return;
    if (state !== 'pending') throw new Error(`the preview of a picture is ${state}`);
    await pause(POLL);
  }
}

const memory = setInterval(
  () => report({ memory: residentBytes(pid), children: childrenBytes(pid) }),
  MEMORY_INTERVAL,
);
parentPort?.once('message', () => {
  isOver = true;
});
await Promise.all(probes.map(repeat));
clearInterval(memory);
parentPort?.close();
