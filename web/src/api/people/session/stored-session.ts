import type { Partner } from '@deqiq/contract/people/partners.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';

/** The session of this tab. The role is a hint for the screens; only the server decides. */
export type Session = {
  role?: Role;
  accessToken?: string;
  refreshToken?: string;
  /** Set while the page is open but its session has ended: the role that has to sign in again. */
  ended?: Role;
  /** The id of the page's user, if an access token contained it. */
  endedOf?: string;
  /** The user name or e-mail that person signed in with. */
  endedLogin?: string;
  /** Another tab has ended the session: the page is hidden. */
  hidden?: true;
};

export const ROLE = 'role';
export const REFRESH_TOKEN = 'refreshToken';
export const PARTNER = 'partner';
export const LOGIN = 'login';

/** The tab's own session takes precedence over the remembered one. */
export function readSession(): Session {
  for (const storage of [sessionStorage, localStorage]) {
    const role = storage.getItem(ROLE);
    const refreshToken = storage.getItem(REFRESH_TOKEN);
    if (refreshToken && (role === 'admin' || role === 'partner')) return { role, refreshToken };
  }
  return {};
}

export function emptyStorages(): void {
  localStorage.clear();
  sessionStorage.clear();
}

/** The cached partner, for screens whose request failed. It is removed with the tab. */
export function readPartner(): Partner | undefined {
  const text = sessionStorage.getItem(PARTNER);
  try {
    return text ? (JSON.parse(text) as Partner) : undefined;
  } catch {
    return undefined;
  }
}

export function readLogin(): string | undefined {
  return sessionStorage.getItem(LOGIN) ?? readPartner()?.email;
}
