import type { Partner } from '@deqiq/contract/people/partners.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store.ts';
import { readPerson } from './person.ts';
import {
  emptyStorages,
  LOGIN,
  PARTNER,
  REFRESH_TOKEN,
  ROLE,
  readLogin,
  readPartner,
  readSession,
  type Session,
} from './stored-session.ts';
import { tabs } from './tabs.ts';

type Tokens = { accessToken: string; refreshToken: string };
type Renewed = { accessToken: string; refreshToken?: string | undefined };

const store = createStore<Session>(readSession());
let now = store.get();
/** The user of this tab. The storage may contain the session of another user by now. */
let person: string | undefined;
let login = readLogin();

function setSession(next: Session): void {
  if (!next.role && !next.ended) person = login = undefined;
  now = next;
  store.set(next);
}

/** Removes this session only: another tab may have stored its own since. */
function forgetOwn(): void {
  if (localStorage.getItem(REFRESH_TOKEN) === now.refreshToken) localStorage.clear();
  sessionStorage.clear();
}

/** Ends the session but remembers the user whose page is still open. */
function endedSession(): Session {
  const role = now.role ?? now.ended;
  const endedOf = now.endedOf ?? person;
  const endedLogin = now.endedLogin ?? login;
  return role
    ? { ended: role, ...(endedOf ? { endedOf } : {}), ...(endedLogin ? { endedLogin } : {}) }
    : {};
}

/** Whether this session is the one the browser remembers for all its tabs. */
const isShared = () =>
  now.refreshToken !== undefined && sessionStorage.getItem(REFRESH_TOKEN) !== now.refreshToken;

/** Whether localStorage belongs to another tab. */
function hide(): void {
  const next: Session = { ...endedSession(), hidden: true };
  sessionStorage.clear();
  setSession(next);
}

// Changes of the shared session by another tab. A replaced token is the same session, renewed. A removed token
// is a log-out, or the first half of another user's sign-in.
window.addEventListener('storage', ({ storageArea, key, oldValue, newValue }) => {
  if (storageArea !== localStorage || !isShared()) return;
  if (key === null) hide();
  else if (key !== REFRESH_TOKEN || oldValue !== now.refreshToken) return;
  else if (newValue === null) hide();
  else setSession({ ...now, refreshToken: newValue });
});

tabs.subscribe((message) => {
  if (message.kind === 'ended' && message.refreshToken === now.refreshToken) hide();
  if (message.kind === 'wanted' && message.role === now.role && now.refreshToken && !isShared()) {
    const offer = { kind: 'offered', role: now.role, refreshToken: now.refreshToken } as const;
    tabs.post({ ...offer, ...(login ? { login } : {}) });
  }
  if (message.kind !== 'renewed' || !now.role || !now.refreshToken) return;
  const { from, refreshToken, accessToken } = message;
  if (now.refreshToken === from || now.refreshToken === refreshToken)
    session.refreshed({ accessToken, refreshToken });
});

// A page restored from the back/forward cache has missed the events since it was left.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && now.refreshToken && readSession().refreshToken !== now.refreshToken) hide();
});

/**
 * The storage rules of specification section 4. Remembered: role and refresh token in localStorage. Not
 * remembered: removed from there and stored in sessionStorage. The access token is never stored, personal data
 * only in sessionStorage.
 */
export const session = {
  current: store.get,
  subscribe: store.subscribe,
  isShared,
  /** The id of the person signed in; undefined before the first access token. */
  person: () => person,

  /** `name` is the user name or e-mail that was typed. */
  signIn(role: Role, tokens: Tokens, remember: boolean, name?: string): void {
    session.store(role, tokens.refreshToken, remember, name);
    person = readPerson(tokens.accessToken);
    login = name;
    setSession({ role, ...tokens });
  },

  /** Stores a session for the next document. This page has no part in it. */
  store(role: Role, refreshToken: string, remember: boolean, name?: string): void {
    emptyStorages();
    const storage = remember ? localStorage : sessionStorage;
    storage.setItem(ROLE, role);
    storage.setItem(REFRESH_TOKEN, refreshToken);
    if (name) sessionStorage.setItem(LOGIN, name);
  },

  /** Joins the session of another tab, which ends with the last tab that has it. */
  join(role: Role, refreshToken: string, name: string | undefined): void {
    sessionStorage.setItem(ROLE, role);
    sessionStorage.setItem(REFRESH_TOKEN, refreshToken);
    if (name) sessionStorage.setItem(LOGIN, name);
    login = name;
    setSession({ role, refreshToken });
  },

  /** A new access token, and a new refresh token where the server has rotated it. */
  refreshed({ accessToken, refreshToken = now.refreshToken }: Renewed): void {
    const owner = readPerson(accessToken);
    if (person && owner && person !== owner) {
      hide();
      return;
    }
    person ??= owner;
    if (refreshToken && refreshToken !== now.refreshToken) {
      // Stored before it is used: a token in use that is stored nowhere would be lost with this tab.
      (isShared() ? localStorage : sessionStorage).setItem(REFRESH_TOKEN, refreshToken);
    }
    setSession({ ...now, accessToken, ...(refreshToken ? { refreshToken } : {}) });
  },

  /** Takes over the refresh token that another tab has stored for the session they share. */
  adoptStored(): void {
    if (!isShared()) return;
    const refreshToken = localStorage.getItem(REFRESH_TOKEN);
    if (localStorage.getItem(ROLE) !== now.role || !refreshToken) return;
    if (refreshToken !== now.refreshToken) setSession({ ...now, refreshToken });
  },

  /** Signs out; both storages are emptied. */
  clear(): void {
    if (now.refreshToken) tabs.post({ kind: 'ended', refreshToken: now.refreshToken });
    if (!now.ended) emptyStorages();
    setSession({});
  },

  /** Signs out, but remembers the user whose page is still open. */
  end(): void {
    const next = endedSession();
    forgetOwn();
    setSession(next);
  },

  storePartner(partner: Partner): void {
    if (now.role !== 'partner') return;
    login = partner.email;
    sessionStorage.setItem(PARTNER, JSON.stringify(partner));
  },

  storedPartner: readPartner,

  reload(): void {
    person = undefined;
    login = readLogin();
    setSession(readSession());
  },
};

/** The session, and a new render whenever it changes. */
export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.current);
}
