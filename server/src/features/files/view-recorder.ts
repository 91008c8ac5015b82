import type { Identity } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Capability } from './links.ts';

type Viewer = Identity & { address: string };

/** One audit row per session, file, variant and window: a video player's hundred ranges are one view. */
export function viewsOf(audit: Pick<AuditService, 'recordView'>, window: () => number) {
  const written = new Map<string, Promise<void>>();
  let current = window();

  return {
    async seen({ fileId, sessionId, variant }: Capability, actor: Viewer): Promise<void> {
      if (current !== window()) written.clear();
      current = window();
      const key = `${sessionId}.${fileId}.${variant}`;
      const action = variant === 'original' ? 'download' : 'view';
      const row =
        written.get(key) ??
        audit.recordView({ actor, action, object: 'file', objectId: fileId, result: 'ok' });
      written.set(key, row);
      // Not written down means not seen: the next try writes it again.
      await row.catch((error: unknown) => {
        written.delete(key);
        throw error;
      });
    },
  };
}
