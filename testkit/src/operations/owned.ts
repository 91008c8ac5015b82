import { OWN_MARK, type People, type Person } from './people.ts';

export interface Owned {
  /** Everything that the partner receives. */
  readonly shown: readonly unknown[];
  /** Ids of the partner's things, and words that occur nowhere else. */
  readonly marks: readonly string[];
}

/** The partner's data, except what only the partner's own calls change. */
export async function readOwned({ partner, own }: People): Promise<Owned> {
  const checkups = await everyRow<{ _id: string; lastName: string; status: string }>(
    partner,
    'checkups',
  );
  const mine = checkups.filter((checkup) => checkup.lastName === OWN_MARK);
  const shown = mine.map(({ _id, lastName, status }) => ({ _id, lastName, status }));
  const labs = await everyRow<{ _id: string }>(partner, 'labs');
  const ids = [own, ...mine, ...labs].map(({ _id }) => _id);
  return { shown: [...shown, ...labs], marks: [OWN_MARK, own.email, ...ids] };
}

async function everyRow<Row>({ client }: Person, list: 'checkups' | 'labs'): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, more = true; more; page += 1) {
    const answer = await client.get(`/api/partner/misc/${list}?limit=100&page=${page}`);
    const read = answer.ok<{ pagination: { hasNextPage: boolean } } & Record<typeof list, Row[]>>();
    rows.push(...read[list]);
    more = read.pagination.hasNextPage;
  }
  return rows;
}
