import { extensionOf } from '@deqiq/contract/files.ts';
import { shipmentMessages } from '@deqiq/contract/shipments.ts';
import type { CheckupsService } from '../checkups/checkups.service.ts';
import type { FilesService } from '../files/files.service.ts';
import type { FormFile } from '../http/form-body.ts';
import type { Actor } from '../http/identity.ts';
import { isOutage, type PicturesService } from '../pictures/pictures.service.ts';
import { visibleName } from '../uploads/visible-name.ts';

interface Deps {
  checkups: CheckupsService;
  pictures: PicturesService;
  files: FilesService;
}

export type ShipmentsService = ReturnType<typeof shipmentsService>;

/** Pictures partners send in: each becomes a checkup that waits for staff. */
export function shipmentsService({ checkups, pictures, files }: Deps) {
  return {
    /** Bytes first, then the rows that own them; when those fail, the bytes are gone again. */
    async send(actor: Actor, file: FormFile) {
      const name = webpName(file.fileName);
      const kept = await pictures.keepShipment({ field: 'file', file });
      try {
        const checkup = await checkups.receive(actor, { ...kept, name });
        return { checkup, message: shipmentMessages.sent };
      } catch (error) {
        // A database that went away may have committed: then the sweeper decides, when it can be asked.
        if (!isOutage(error)) await files.discard([kept.id]);
        throw error;
      }
    },
  };
}

/** What people see says what the bytes have become. */
function webpName(fileName: string): string {
  const name = visibleName(fileName || 'göndəriş');
  const ending = extensionOf(name);
  return `${ending === '' ? name : name.slice(0, -ending.length - 1)}.webp`;
}
