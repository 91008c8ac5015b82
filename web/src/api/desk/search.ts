import type { SearchResults } from '@deqiq/contract/desk/search.ts';
import { call } from '../http/call.ts';

/** The newest entries of every list of staff whose name matches. */
export async function searchEverything(
  q: string,
  signal: AbortSignal,
): Promise<SearchResults['groups']> {
  return (await call('GET /api/admin/misc/search', { query: { q }, signal })).groups;
}
