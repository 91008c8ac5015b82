import type { TableVersions } from '../../../platform/db/versions.ts';
import type { Identity } from '../../../platform/http/identity.ts';
import { growingCache } from '../../../platform/limits/growing-cache.ts';
import type { SessionUses } from './session-uses.ts';

/** Max sessions in memory between changes of the tables they depend on. */
const CACHE_SIZE = 10_000;

interface Cached {
  identity: Identity;
  expiresAt: number;
  /** The last stored use, in milliseconds. */
  usedAt: number;
}

interface Deps {
  versions: TableVersions;
  uses: Pick<SessionUses, 'isIdle'>;
  now: () => number;
}

/** Identities of sessions, until one of the tables that they depend on changes in any process. */
export function sessionCache({ versions, uses, now }: Deps) {
  const cached = growingCache<Cached>(CACHE_SIZE);
  const currentVersion = versions.memoize('sessions', 'admins', 'partners', 'second_factors');
  let cachedVersion = '';

  return {
    /** undefined also where this process may have missed a change of another one. */
    find(id: string): Identity | undefined {
      if (!versions.isCurrent()) return undefined;
      const version = currentVersion();
      if (version !== cachedVersion) cached.clear();
      cachedVersion = version;
      const entry = cached.get(id);
      if (!entry || entry.expiresAt <= now() || uses.isIdle(id, entry.usedAt)) return undefined;
      return entry.identity;
    },

    /** The version of the tables that the last `find` has seen. */
    version: () => cachedVersion,

    /** Adds what was read after `version`. The row belongs to that version, never to a newer one. */
    add(id: string, entry: Cached, version: string): void {
      if (version === cachedVersion) cached.set(id, entry);
    },

    findLastUse: (id: string): number | undefined => cached.get(id)?.usedAt,
  };
}
