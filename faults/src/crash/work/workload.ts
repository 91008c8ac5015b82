import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { ExpectedState } from '../expected/expected-state.ts';

/** A partner who signs in: gifts, and pictures sent in. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

/** What lasts from one start of the server to the next. */
export interface WorkloadSetup {
  readonly expected: ExpectedState;
  readonly random: Random;
  readonly people: readonly Person[];
}

/** The time between a start of the server and its end. */
export interface Workload extends WorkloadSetup {
  readonly staff: ApiClient;
  isOver(): boolean;
}
