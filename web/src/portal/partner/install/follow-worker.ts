import { queryClient } from '../../../api/http/query.ts';
import { register } from './registration.ts';
import type { WorkerMessage } from './worker-types.ts';

/** Queries of the screens of the area: a message means that some of them have changed. */
const PARTNER = ['partner'];

/** Registers the service worker and follows its messages; `go` opens an address. Returns a function that ends it. */
export function followWorker(go: (path: string) => void): () => void {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const listen = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === 'open') go(data.path);
    else if (data.kind === 'pushed') void queryClient.invalidateQueries({ queryKey: PARTNER });
    else syncIfAllowed();
  };
  if (import.meta.env.PROD)
    register()
      ?.then(syncIfAllowed)
      .catch(() => undefined);
  container?.addEventListener('message', listen);
  container?.startMessages?.();
  return () => container?.removeEventListener('message', listen);
}

/** Most partners have not allowed notifications and need none of this code. */
function syncIfAllowed(): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  void import('../notifications/push-subscription.ts')
    .then(({ syncPushSubscription }) => syncPushSubscription())
    .catch(() => undefined);
}
