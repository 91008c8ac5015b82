import {
  type CommitmentState,
  commitmentAnswer,
  MAX_COMMITMENT_BATCH,
  type ReferencedInstance,
} from '@deqiq/contract/machines/intake/storage-commitment.ts';
import type { ServerClient } from '../forwarding/server-client.ts';

/** Asks the server which instances it has stored. Throws where it does not answer. */
export async function loadStates(
  client: Pick<ServerClient, 'findCommitted'>,
  instances: readonly ReferencedInstance[],
): Promise<readonly CommitmentState[]> {
  const states: CommitmentState[] = [];
  for (let from = 0; from < instances.length; from += MAX_COMMITMENT_BATCH) {
    const batch = instances.slice(from, from + MAX_COMMITMENT_BATCH);
    const { status, body } = await client.findCommitted({ instances: batch });
    if (status !== 200) throw new Error(`the server answers ${status}`);
    const answer = commitmentAnswer.parse(JSON.parse(body));
    if (answer.states.length !== batch.length) throw new Error('the answer has another length');
    states.push(...answer.states);
  }
  return states;
}
