import type { Filled } from './id-substitution.ts';
import type { Tried } from './own-data.ts';

/** The tag of one person's list, in everybody else's hands: it must never tell them that nothing has changed. */
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
        if (status === 304) findings.push(`${key}: ${who} learns from the tag of ${whose}`);
      }
    }
  }
  return { calls, findings };
}
