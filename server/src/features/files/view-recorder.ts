import type { Identity } from '../../platform/http/identity.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Capability } from './links.ts';

type Viewer = Identity & { address: string };

/**
 * Records one view per session, file, action and link window: a preview, the levels of a volume and a hundred ranges of
 * them are one view.
 */
export function createViewRecorder(audit: Pick<AuditService, 'recordView'>, epoch: () => number) {
  const written = new Map<string, Promise<void>>();
  let current = epoch();

  return {
    async recordViewOnce({ fileId, sessionId, variant }: Capability, actor: Viewer): Promise<void> {
      if (current !== epoch()) written.clear();
      current = epoch();
      const action = variant === 'original' ? 'download' : 'view';
      const key = `${sessionId}.${fileId}.${action}`;
      const row =
        written.get(key) ??
        audit.recordView({ actor, action, object: 'file', objectId: fileId, result: 'ok' });
      written.set(key, row);
      // Forget a failed row, so that the next request records the view.
      await row.catch((error: unknown) => {
        written.delete(key);
        throw error;
      });
    },
  };
}
