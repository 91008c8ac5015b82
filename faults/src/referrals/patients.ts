import type { Reply } from '@deqiq/testkit/http/replies.ts';
import { send } from './clinic.ts';
import type { Family, History, Operation } from './history.ts';

export const hasCheckup = ({ checkup }: History): boolean => checkup !== undefined;

export const toOutcome = (reply: Reply | undefined) =>
  reply === undefined ? 'cut-off' : reply.status === 200 ? 'acknowledged' : 'refused';

/** A write of the patient: its family, and the answer. */
export async function setPatient(
  history: History,
  family: Family,
  reply: Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  const end = history.patients.begin(family);
  const answer = await reply;
  end(toOutcome(answer));
  return answer;
}

export const assign: Operation = {
  name: 'link a patient',
  statuses: [200, 404],
  isAnswered: false,
  isPossible: hasCheckup,
  allows: () => true,
  call(clinic, history) {
    const { random, checkup } = history;
    const family = random.chance(0.2) ? 'none' : random.below(clinic.families.length);
    const patient = family === 'none' ? null : random.pick(clinic.families[family] ?? []);
    const path = `/api/admin/checkups/${checkup}/patient`;
    return setPatient(history, family, send(clinic, random, 'admin', ['PUT', path, { patient }]));
  },
};

export const mergeOrSeparate = (name: 'merge' | 'unmerge'): Operation => ({
  name: `${name} patients`,
  statuses: [200, 409],
  isAnswered: false,
  allows: () => true,
  call(clinic, { random }) {
    const family = random.pick(clinic.families);
    const path = `/api/admin/patients/${random.pick(family)}/${name}`;
    return send(clinic, random, 'admin', ['POST', path, { other: random.pick(family) }]);
  },
});
