import { randomUUID } from 'node:crypto';
import type { TokenAnswer } from '@deqiq/contract/machines/devices.ts';
import type { IntakeList, IntakeState, IntakeStudy } from '@deqiq/contract/machines/intake.ts';
import { ctSlice } from '@deqiq/samples/dicom/ct-slice.ts';
import type { Element } from '@deqiq/samples/dicom/elements.ts';
import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import { stowRequest } from '@deqiq/testkit/dicom/stow.ts';
import { expect } from '@playwright/test';
import { DERIVED, signedInStaff } from './staff.ts';

const SIDE = 64;

interface Patient {
  /** Last and first name, separated by `^`. */
  readonly name: string;
  readonly accession?: string;
}

interface Study {
  readonly count?: number;
  readonly announced?: number;
  /** Its UID; a new one unless it says otherwise. */
  readonly study?: string;
}

/** A machine with a token that sends studies by STOW-RS. */
export class Machine {
  readonly #api: ApiClient;
  readonly #token: string;

  private constructor(api: ApiClient, token: string) {
    this.#api = api;
    this.#token = token;
  }

  static async add(url: string, name: string): Promise<Machine> {
    const api = await signedInStaff(url);
    const fields = { name, kind: 'cbct', aeTitle: '', addresses: '', host: '', port: '' };
    const { token } = await api.post<TokenAnswer>('/api/admin/devices', fields);
    return new Machine(api, token);
  }

  /** Sends instances of a study; it is complete when as many have arrived as are announced. */
  async send(
    { name, accession = '' }: Patient,
    { count = 1, announced, study = newUid() }: Study = {},
  ) {
    const total = announced ?? count;
    const slices = Array.from({ length: count }, (_, index) =>
      createSlice(study, { name, accession }, index + 1),
    );
    await this.#post(slices, total);
    return {
      study,
      /** Sends one more instance, or other data under the UID of one that it has sent. */
      sendSlice: (instance: number, value = 0) =>
        this.#post([createSlice(study, { name, accession }, instance, value)], total),
      /** Waits until the study, of its patient who came last, is in this state and its pictures have been made. */
      until: (state: IntakeState) => this.#until(study, state),
    };
  }

  async #post(slices: readonly Buffer[], announced: number): Promise<void> {
    const { payload, headers } = stowRequest(slices);
    const response = await fetch(`${this.#api.baseUrl}/dicom-web/studies`, {
      method: 'POST',
      body: new Uint8Array(payload),
      headers: {
        ...headers,
        authorization: `Bearer ${this.#token}`,
        'x-study-instances': String(announced),
      },
    });
    expect([200, 202]).toContain(response.status);
  }

  async #until(studyUid: string, state: IntakeState): Promise<IntakeStudy> {
    let found: IntakeStudy | undefined;
    const isReady = async () => {
      const { studies } = await this.#api.get<IntakeList>('/api/admin/intake?limit=100');
      found = studies.find((study) => study.studyUid === studyUid);
      const isDerived = found?.files.every(({ imaging }) => imaging.state !== 'pending');
      return found?.state === state && isDerived;
    };
    await expect.poll(isReady, { intervals: [100], ...DERIVED }).toBe(true);
    return found as IntakeStudy;
  }
}

const newUid = () => `2.25.${BigInt(`0x${randomUUID().replaceAll('-', '')}`)}`;

function createSlice(
  study: string,
  { name, accession }: Required<Patient>,
  instance: number,
  value = 0,
): Buffer {
  const more: Element[] = [
    { tag: 0x0008_0020, vr: 'DA', value: '20261123' },
    { tag: 0x0008_0050, vr: 'SH', value: accession },
    { tag: 0x0020_000d, vr: 'UI', value: study },
  ];
  const pixels = Uint16Array.from(
    { length: SIDE * SIDE },
    (_, at) => (at * (instance + 1) + value) % 4096,
  );
  return ctSlice({
    width: SIDE,
    height: SIDE,
    instance,
    pixels,
    patient: name,
    more,
    position: [0, 0, instance * 0.5],
    series: `${study}.1`,
  });
}
