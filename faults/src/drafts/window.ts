import type { DiagnosticReport } from '@deqiq/contract/reports/diagnostic-reports.ts';
import { ApiClient } from '@deqiq/testkit/api-client.ts';
import { REPORTS } from '@deqiq/testkit/http/reports.ts';
import type { Random } from '@deqiq/testkit/random.ts';
import type { Clinic } from '../referrals/clinic.ts';
import type { Author, Field } from './authors.ts';

export type Counts = Record<'saves' | 'conflicts' | 'cut off', number>;

export interface Scope {
  readonly clinic: Clinic;
  readonly author: Author;
  /** The texts that this window writes. */
  readonly fields: readonly Field[];
  readonly counts: Counts;
  readonly findings: Set<string>;
  readonly random: Random;
  readonly isOver: () => boolean;
}

/** Writes until the work is over. It keeps its own texts and takes those of the other window from each conflict. */
export async function write(scope: Scope): Promise<void> {
  const { author, fields, random, isOver } = scope;
  let current = author.report;
  const own = new Map<Field, string>();
  for (let number = 0; !isOver(); number += 1) {
    const field = random.pick(fields);
    own.set(field, `${author.name} ${random.below(2 ** 32)}.${number}`);
    for (let isSaved = false; !isSaved && !isOver(); ) {
      const content = { ...current.content, ...Object.fromEntries(own) };
      const present = await save(scope, { ...current, content }, own);
      isSaved = present?.isSaved ?? false;
      current = present?.report ?? current;
    }
  }
}

interface Saved {
  readonly isSaved: boolean;
  readonly report: DiagnosticReport;
}

/** undefined where the node was killed meanwhile. */
async function save(
  { clinic, author, counts, findings, random }: Scope,
  { _id, version, content }: DiagnosticReport,
  own: ReadonlyMap<Field, string>,
): Promise<Saved | undefined> {
  const ends = [...own].map(([field, text]) => author.texts.get(field)?.begin(text));
  const end = (outcome: 'acknowledged' | 'cut-off' | 'refused') => {
    for (const each of ends) each?.(outcome);
  };
  const reply = await clinic.attempt(random, 'admin', ({ port }) =>
    new ApiClient(port, author.token).reply('PUT', `${REPORTS}/${_id}`, { version, content }),
  );
  const report = reply?.body.report as DiagnosticReport | undefined;
  if (reply?.status === 200 && report) {
    counts.saves += 1;
    end('acknowledged');
    return { isSaved: true, report };
  }
  if (reply?.status === 409 && report) {
    counts.conflicts += 1;
    end('refused');
    return { isSaved: false, report };
  }
  counts['cut off'] += 1;
  end('cut-off');
  if (reply && reply.status < 500)
    findings.add(`${author.name}: a save was answered ${reply.status}`);
  return undefined;
}
