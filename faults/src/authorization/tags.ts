import type { Filled } from './id-substitution.ts';
import type { Tried } from './own-data.ts';

/** Sends the ETag of one person's list as every other person: the response must never be 304. */
export async function tagsAreOnesOwn({ operations, people, ended }: Filled): Promise<Tried> {
  const { visitor, partner, other, admin } = people;
  const everybody = { visitor, ended, partner, other, admin };
  const findings: string[] = [];
  let calls = 0;
  for (const { method, params, path, key, wants } of operations) {
    if (method !== 'GET' || params.length > 0 || !wants) continue;
    for (const [whose, owner] of Object.entries(everybody)) {
      const { etag } = (await owner.client.get(path)).response.headers;
      if (!etag) continue;
      for (const [who, person] of Object.entries(everybody)) {
        if (person === owner) continue;
        calls += 1;
        const { status } = await person.client.get(path, { 'if-none-match': etag });
        if (status === 304) findings.push(`${key}: ${who} gets 304 for the ETag of ${whose}`);
      }
    }
  }
  return { calls, findings };
}
