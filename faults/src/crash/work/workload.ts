import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { ExpectedState } from '../expected/expected-state.ts';

/** A partner with a sign-in, who orders gifts and sends pictures. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

/** State that outlives a restart of the server. */
export interface WorkloadSetup {
  readonly expected: ExpectedState;
  readonly random: Random;
  readonly people: readonly Person[];
}

/** State between a start of the server and its end. */
export interface Workload extends WorkloadSetup {
  readonly staff: ApiClient;
  isOver(): boolean;
}
