import type { Role } from '@deqiq/contract/shared/roles.ts';
import { session } from './session.ts';
import { nextMessage, type TabMessage, tabs } from './tabs.ts';

/** Name of the lock of every tab whose session is not remembered by the browser. */
const LOCK = 'deqiq-tab-session';
/** Milliseconds in which a tab that has the session offers it; a busy one takes its time. */
const OFFER_LIMIT = 1000;
/** Without Web Locks: whether such a tab exists is unknown. */
const BLIND_LIMIT = 100;

let release: (() => void) | undefined;

function announce(): void {
  const has = session.current().refreshToken !== undefined && !session.isShared();
  if (has === (release !== undefined)) return;
  release?.();
  release = undefined;
  if (!has) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  void locks()?.request(LOCK, { mode: 'shared' }, () => promise);
}

/** Web Locks, on secure origins only. */
const locks = () => navigator.locks as LockManager | undefined;

session.subscribe(announce);
announce();

const joining = new Map<Role, Promise<void>>();

export function joinOtherTab(role: Role): Promise<void> {
  const started = joining.get(role) ?? join(role);
  joining.set(role, started);
  return started;
}

async function join(role: Role): Promise<void> {
  const isOffer = (message: TabMessage): message is TabMessage & { kind: 'offered' } =>
    message.kind === 'offered' && message.role === role;
  const limit = await offerLimit();
  if (limit === 0) return;
  const offer = nextMessage(isOffer, limit);
  tabs.post({ kind: 'wanted', role });
  const offered = await offer;
  if (offered && session.current().role !== role)
    session.join(role, offered.refreshToken, offered.login);
}

async function offerLimit(): Promise<number> {
  const { held: heldLocks } = (await locks()?.query()) ?? {};
  if (!heldLocks) return BLIND_LIMIT;
  return heldLocks.some(({ name }) => name === LOCK) ? OFFER_LIMIT : 0;
}
