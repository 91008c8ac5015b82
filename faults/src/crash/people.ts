import type { ApiClient } from '@deqiq/testkit/api-client.ts';
import type { ExpectedState } from './expected/expected-state.ts';
import { formatFigures, NONE } from './work/points.ts';
import { createPartner, uniquePerson } from './work/small-writes.ts';
import type { Person } from './work/workload.ts';

/** Creates two partners with a balance of points and a sign-in. */
export async function twoPartners(staff: ApiClient, expected: ExpectedState): Promise<Person[]> {
  const people: Person[] = [];
  for (let count = 0; count < 2; count += 1) {
    const details = uniquePerson();
    const id = await createPartner({ expected, staff }, details);
    expected.points.set(id, { now: formatFigures(NONE) });
    people.push({ id, email: details.email });
  }
  return people;
}
