import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../process/free-port.ts';

const PLUGIN = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';

/** Why tests with Orthanc are skipped; false where it is installed with its DICOMweb plugin. */
export const missesOrthanc: string | false =
  existsSync(PLUGIN) && spawnSync('Orthanc', ['--version']).status === 0
    ? false
    : 'orthanc and orthanc-dicomweb are not installed';

/** A DICOMweb server that Orthanc may call. */
interface RemoteServer {
  /** Address of `/dicom-web`. */
  readonly url: string;
  readonly token: string;
}

/** A machine that Orthanc sends to by C-STORE. */
interface RemoteMachine {
  readonly aeTitle: string;
  readonly port: number;
}

const START_ATTEMPTS = 200;

/** Associations that Orthanc opens at the same time. */
export const ORTHANC_ASSOCIATIONS = 4;

/** Orthanc's own AE title. */
export const ORTHANC_TITLE = 'ORTHANC';

/** Starts an Orthanc that knows one DICOMweb server, and one machine, by the name `deqiq`. */
export async function startOrthanc(
  t: { after(end: () => Promise<void>): void },
  { url, token }: RemoteServer,
  machine?: RemoteMachine,
) {
  const folder = await mkdtemp(join(tmpdir(), 'deqiq-orthanc-'));
  const port = await freePort();
  const dicomPort = await freePort();
  const settings = {
    Name: 'judge',
    StorageDirectory: folder,
    IndexDirectory: folder,
    Plugins: [PLUGIN],
    HttpPort: port,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: false,
    DicomServerEnabled: machine !== undefined,
    DicomPort: dicomPort,
    DicomAet: ORTHANC_TITLE,
    ...(machine && { DicomModalities: { deqiq: [machine.aeTitle, '127.0.0.1', machine.port] } }),
    ConcurrentJobs: ORTHANC_ASSOCIATIONS,
    DicomWeb: {
      Enable: true,
      Servers: { deqiq: { Url: `${url}/`, HttpHeaders: { Authorization: `Bearer ${token}` } } },
    },
  };
  const file = join(folder, 'orthanc.json');
  await writeFile(file, JSON.stringify(settings));
  const child = spawn('Orthanc', [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = collect(child);
  t.after(async () => {
    if (child.exitCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });
  const base = `http://127.0.0.1:${port}`;
  await untilUp(base, output);

  async function call(path: string, body?: object): Promise<Response> {
    const answer = await fetch(base + path, {
      ...(body && {
        method: 'POST',
        body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
      }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()} ${output()}`);
    return answer;
  }

  return {
    /** Where it takes reports of storage commitment. */
    dicomPort,
    /** Reads JSON from Orthanc, or sends it something. */
    json: async <T>(path: string, body?: object) => (await (await call(path, body)).json()) as T,
    /** Gives it the files of an archive; returns the ids that it gives them. */
    async import(archive: Buffer): Promise<string[]> {
      const imported = (await (await call('/instances', archive)).json()) as { ID: string }[];
      return imported.map(({ ID }) => ID);
    },
    bytes: async (path: string) => Buffer.from(await (await call(path)).arrayBuffer()),
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-4_000);
    });
  return () => text;
}

async function untilUp(base: string, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    const isUp = await fetch(`${base}/system`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await pause(50);
  }
  throw new Error(`Orthanc did not start: ${output()}`);
}
