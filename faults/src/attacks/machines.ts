import { join } from 'node:path';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { readDataSet } from '@deqiq/testkit/dicom/data-set.ts';
import { openAssociation } from '@deqiq/testkit/dicom/dicom-client.ts';
import { stowRequest } from '@deqiq/testkit/dicom/stow.ts';
import { startChild } from '@deqiq/testkit/process/child-process.ts';
import type { AttackContext } from './attack.ts';
import type { Neighbour } from './neighbours.ts';
import type { Target } from './target.ts';

/** Bytes per second of a slow transfer that is not slow enough to give way. */
export const STEADY_RATE = 40_000;

const INTAKE_KEY = 'a-key-that-intake-and-server-of-an-attack-share';

/** Settings of a target that has an intake. */
export const WITH_INTAKE = { env: { INTAKE_KEY } };

let instances = 0;

/** A small X-ray of a study of its own. */
export function newSlice(): Buffer {
  instances += 1;
  return ctSlice({
    width: 8,
    height: 8,
    instance: instances,
    position: [0, 0, 0],
    pixels: new Uint16Array(64),
    series: `2.25.71.${instances}.1`,
    more: [{ tag: 0x0020_000d, vr: 'UI', value: `2.25.71.${instances}` }],
  });
}

/** The token of a new device. */
export async function addDevice({ staff }: Target, name: string): Promise<string> {
  const fields = { name, kind: 'cbct' };
  return (await staff.call<TokenAnswer>('POST', '/api/admin/devices', fields)).token;
}

/** A device that delivers X-rays by STOW-RS. */
export async function stowNeighbour(target: Target): Promise<Neighbour> {
  const token = await addDevice(target, 'Neighbour');
  return {
    name: 'X-ray by STOW-RS',
    async act() {
      const { payload, headers } = stowRequest([newSlice()]);
      const answer = await fetch(`http://127.0.0.1:${target.port}/dicom-web/studies`, {
        method: 'POST',
        body: new Uint8Array(payload),
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
    },
  };
}

/** A machine at an address of its own that delivers X-rays by C-STORE. */
export function storeNeighbour(port: number): Neighbour {
  return {
    name: 'X-ray by C-STORE',
    async act() {
      const slice = newSlice();
      const machine = await openAssociation(port, {
        localAddress: '127.0.0.2',
        callingAeTitle: 'NEIGHBOUR',
      });
      const status = await machine.store({
        sopInstance: `2.25.72.${instances}`,
        dataSet: readDataSet(slice),
      });
      machine.socket.destroy();
      if (status !== 0) throw new Error(`the intake answered ${status}`);
    },
  };
}

/** The intake of the checkout under attack, in front of the target. */
export async function startIntake({ checkout, folder }: AttackContext, target: Target) {
  const child = startChild(join(checkout, 'server/src/commands/intake-command.ts'), [], {
    DATA_DIR: join(folder, 'intake'),
    INTAKE_KEY,
    LOG_LEVEL: 'silent',
    DICOM_PORT: '0',
    DICOM_CALLERS: '*@127.0.0.0/8',
    INTAKE_SERVER: `http://127.0.0.1:${target.port}`,
  });
  const [, port] = await child.waitForOutput(/127\.0\.0\.1:(\d+)/);
  return { port: Number(port), end: () => child.end('SIGKILL') };
}
