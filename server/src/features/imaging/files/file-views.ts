import type { Actor, Visit } from '../../../platform/http/identity.ts';
import type { AuditService } from '../../operations/audit/audit.service.ts';
import { describeReader, type Reader } from './file-access.ts';
import type { Capability } from './links.ts';

interface Deps {
  audit: Pick<AuditService, 'recordView'>;
  visits: { noteDownload(visit: Visit): Promise<unknown> };
  /** The number of the current link window. */
  epoch: () => number;
}

interface Opening {
  readonly fileId: string;
  readonly action: 'view' | 'download';
  /** Default: file. Of a report `fileId` is its id. */
  readonly object?: 'file' | 'diagnostic-report';
}

/** One audit row per session, file, action and link window, however many ranges are requested. */
export function fileViews({ audit, visits, epoch }: Deps) {
  const recordOnce = onceInWindow(epoch);
  const record = (
    { fileId, action, object = 'file' }: Opening,
    by: ReturnType<typeof describeReader>,
  ): Promise<unknown> => {
    const entry = { action, object, objectId: fileId, result: 'ok' } as const;
    return audit.recordView({ ...entry, ...by });
  };

  return {
    recordLink(capability: Capability, reader: Reader, address: string): Promise<void> {
      const { sessionId, fileId, variant } = capability;
      const action = variant === 'original' ? 'download' : 'view';
      return recordOnce(`${sessionId}.${fileId}.${action}`, async () => {
        await record({ fileId, action }, describeReader(reader, address));
        if (reader.visit && action === 'download') await visits.noteDownload(reader.visit);
      });
    },

    recordOpening: (
      person: Actor,
      opening: Opening,
      onRecord: () => Promise<unknown>,
    ): Promise<void> =>
      recordOnce(`${person.sessionId}.${opening.fileId}.${opening.action}`, async () => {
        await record(opening, { actor: person });
        await onRecord();
      }),

    /** One row for each file, one download of the share. */
    recordZip: (ids: readonly string[], visit: Visit, address: string): Promise<void> =>
      recordOnce(`${visit.id}.zip`, async () => {
        const by = describeReader({ visit }, address);
        await Promise.all(ids.map((fileId) => record({ fileId, action: 'download' }, by)));
        await visits.noteDownload(visit);
      }),
  };
}

/** Does each work once per key and link window; a failed one is done again. */
function onceInWindow(epoch: () => number) {
  const done = new Map<string, Promise<void>>();
  let current = epoch();

  return async (key: string, work: () => Promise<void>): Promise<void> => {
    if (current !== epoch()) done.clear();
    current = epoch();
    const running = done.get(key) ?? work();
    done.set(key, running);
    await running.catch((error: unknown) => {
      done.delete(key);
      throw error;
    });
  };
}
