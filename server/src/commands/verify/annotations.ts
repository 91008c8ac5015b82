import { annotationContent } from '@deqiq/contract/imaging/annotation-shapes.ts';
import type { Db } from '../../platform/db/tables.ts';
import { type CheckResult, formatCount, truncateList } from './check-result.ts';
import * as repo from './verify.repo.ts';

/** Checks that each annotation belongs to a stored file and that the viewer can read it. */
export async function checkAnnotations(db: Db): Promise<CheckResult> {
  const problems: string[] = [];
  let count = 0;
  for await (const { client_id, file_id, content, has_file } of repo.readAnnotations(db)) {
    count += 1;
    const annotation = `annotation ${client_id} of file ${file_id}`;
    if (!has_file) problems.push(`${annotation}: the file is missing`);
    if (!isReadable(content)) problems.push(`${annotation} cannot be read`);
  }
  return {
    name: 'Annotations',
    summary: formatCount(count, 'annotation'),
    problems: truncateList(problems),
  };
}

function isReadable(content: string): boolean {
  try {
    return annotationContent.safeParse(JSON.parse(content)).success;
  } catch {
    return false;
  }
}
