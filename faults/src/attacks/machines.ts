import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import { stowRequest } from '@deqiq/testkit/dicom/stow.ts';
import type { Neighbour } from './bystanders/neighbours.ts';
import type { Target } from './target.ts';

/** Bytes per second of a slow transfer that is not slow enough to give way. */
export const STEADY_RATE = 40_000;

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
