import { language } from '@deqiq/messages/language.ts';

const SCOPE = '/partner/';

/** Installs the service worker of the partner area; browsers without one get undefined. */
export const register = (): Promise<ServiceWorkerRegistration> | undefined =>
  navigator.serviceWorker?.register(`/partner-worker-${language()}.js`, { scope: SCOPE });

const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration(SCOPE);

export async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await findRegistration();
  // iPhones have no push manager before the area is on the home screen.
  const manager: PushManager | undefined = registration?.pushManager;
  return (await manager?.getSubscription()) ?? undefined;
}

/** Closes the notices on the screen and ends push messages, for the next user of the browser. */
export async function leavePush(): Promise<void> {
  const notices = await (await findRegistration())?.getNotifications?.();
  for (const notice of notices ?? []) notice.close();
  await (await findSubscription())?.unsubscribe();
}
