import type { FilledWorld } from './id-substitution.ts';
import type { CheckResult } from './own-data.ts';

/** Sends the ETag of one person's list as every other person: the response must never be 304. */
export async function checkTags({ operations, people, ended }: FilledWorld): Promise<CheckResult> {
  const { visitor, partner, other, admin } = people;
  const persons = { visitor, ended, partner, other, admin };
  const findings: string[] = [];
  let calls = 0;
  for (const { method, params, path, key, requiredToken } of operations) {
    if (method !== 'GET' || params.length > 0 || !requiredToken) continue;
    for (const [ownerName, owner] of Object.entries(persons)) {
      const { etag } = (await owner.client.get(path)).response.headers;
      if (!etag) continue;
      for (const [personName, person] of Object.entries(persons)) {
        if (person === owner) continue;
        calls += 1;
        const { status } = await person.client.get(path, { 'if-none-match': etag });
        if (status === 304)
          findings.push(`${key}: ${personName} gets 304 for the ETag of ${ownerName}`);
      }
    }
  }
  return { calls, findings };
}
