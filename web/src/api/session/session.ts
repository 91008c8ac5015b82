import type { Role } from '@deqiq/contract/auth.ts';
import type { Partner } from '@deqiq/contract/partners.ts';
import { useSyncExternalStore } from 'react';

/** Who is signed in, in this tab. The role is a hint for the screens; only the server decides. */
export type Session = {
  role?: Role;
  accessToken?: string;
  refreshToken?: string;
  /** Set while the page stands but its session is over: the role that has to sign in again. */
  ended?: Role;
  /** Whose page it is, where known: the partner's e-mail. */
  endedOf?: string;
  /** Another tab has ended it: whoever sits here now may see nothing of the page. */
  hidden?: true;
};

type Tokens = { accessToken: string; refreshToken: string };

const ROLE = 'role';
const REFRESH_TOKEN = 'refreshToken';
const PARTNER = 'partner';

const listeners = new Set<() => void>();
let now: Session = stored();
/** E-mail of the partner whose session this is; the storage may tell by now of another one's. */
let owner = storedPartner()?.email;

/** The tab's own session comes before the one the browser remembers. */
function stored(): Session {
  for (const storage of [sessionStorage, localStorage]) {
    const role = storage.getItem(ROLE);
    const refreshToken = storage.getItem(REFRESH_TOKEN);
    if (refreshToken && (role === 'admin' || role === 'partner')) return { role, refreshToken };
  }
  return {};
}

function become(next: Session): void {
  now = next;
  for (const listener of listeners) listener();
}

function forget(storage: Storage): void {
  for (const key of [ROLE, REFRESH_TOKEN, PARTNER]) storage.removeItem(key);
}

/** What uploads remember in localStorage stays: it names nobody and outlives the session. */
function emptyBoth(): void {
  forget(localStorage);
  sessionStorage.clear();
}

/** Another tab may have signed in meanwhile; what it has stored is its own. */
function forgetOwn(): void {
  for (const storage of [localStorage, sessionStorage]) {
    if (storage.getItem(REFRESH_TOKEN) === now.refreshToken) forget(storage);
  }
}

/** The partner as last seen, for screens whose server does not answer. */
function storedPartner(): Partner | undefined {
  const text = sessionStorage.getItem(PARTNER) ?? localStorage.getItem(PARTNER);
  try {
    return text ? (JSON.parse(text) as Partner) : undefined;
  } catch {
    return undefined;
  }
}

/** The session is over; whose page is standing is remembered. */
function over(): Session {
  const role = now.role ?? now.ended;
  const endedOf = now.endedOf ?? owner;
  return role ? { ended: role, ...(endedOf ? { endedOf } : {}) } : {};
}

/** Whether this session is the one the browser remembers for all its tabs. */
const isShared = () =>
  now.refreshToken !== undefined && sessionStorage.getItem(REFRESH_TOKEN) !== now.refreshToken;

function hide(): void {
  become({ ...over(), hidden: true });
}

// What another tab does to the session they share. A token in place of another is the same session, renewed; a
// token that goes is a log-out, or the first half of somebody else's sign-in.
window.addEventListener('storage', ({ storageArea, key, oldValue, newValue }) => {
  if (storageArea !== localStorage || !isShared()) return;
  if (key === null) hide();
  else if (key !== REFRESH_TOKEN || oldValue !== now.refreshToken) return;
  else if (newValue === null) hide();
  else become({ ...now, refreshToken: newValue });
});

// A page that Back brings to life again has heard nothing of what happened meanwhile.
window.addEventListener('pageshow', ({ persisted }) => {
  const isGone = () => localStorage.getItem(REFRESH_TOKEN) !== now.refreshToken;
  if (persisted && isShared() && isGone()) hide();
});

/** Where this session keeps what outlives the page. */
function home(): Storage {
  return sessionStorage.getItem(REFRESH_TOKEN) ? sessionStorage : localStorage;
}

/**
 * The storage rules of specification section 4: remembered → role and refresh token in localStorage;
 * not remembered → removed from there and kept in sessionStorage. The access token is never stored.
 */
export const session = {
  current: (): Session => now,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  signIn(role: Role, tokens: Tokens, remember: boolean): void {
    emptyBoth();
    owner = undefined;
    const storage = remember ? localStorage : sessionStorage;
    storage.setItem(ROLE, role);
    storage.setItem(REFRESH_TOKEN, tokens.refreshToken);
    become({ role, ...tokens });
  },

  /** A refresh replaces the access token and keeps the refresh token. */
  refreshed(accessToken: string): void {
    become({ ...now, accessToken });
  },

  /** Signs out; both storages are emptied, the partner's data with them. */
  clear(): void {
    if (!now.ended) emptyBoth();
    become({});
  },

  /** Signs out as well, but remembers whose page is still standing. */
  end(): void {
    forgetOwn();
    become(over());
  },

  storePartner(partner: Partner): void {
    if (now.role !== 'partner') return;
    owner = partner.email;
    home().setItem(PARTNER, JSON.stringify(partner));
  },

  storedPartner,

  /** Reads the storages again, as a new tab would. */
  reload(): void {
    become(stored());
  },
};

/** The session, and a new render whenever it changes. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.current);
}
