import { fileExtension, findContentType } from '@deqiq/contract/files.ts';
import { type ShipmentDetails, shipmentMessages } from '@deqiq/contract/shipments.ts';
import { isUnavailable } from '../../platform/errors.ts';
import { toVisibleName } from '../../platform/http/bodies/file-name.ts';
import type { FormFile } from '../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../platform/http/identity.ts';
import type { PictureFormat } from '../../platform/media/jobs.ts';
import type { CheckupsService } from '../checkups/checkups.service.ts';
import type { FilesService } from '../files/files.service.ts';
import type { PicturesService } from '../pictures/pictures.service.ts';

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
    async send(
      actor: Actor,
      { file, ...details }: ShipmentDetails & { file: FormFile },
      signal?: AbortSignal,
    ) {
      const sentName = toVisibleName(file.fileName || 'göndəriş');
      const { format, ...stored } = await pictures.storeShipment(
        { field: 'file', file },
        { actor, signal },
      );
      const name = fileName(sentName, format);
      const contentType = findContentType(name) ?? '';
      try {
        const checkup = await checkups.createFromShipment(
          actor,
          { ...stored, name, contentType },
          details,
        );
        return { checkup, message: shipmentMessages.sent };
      } catch (error) {
        // A database that went away may have committed: then the sweeper decides, when it can be asked.
        if (!isUnavailable(error)) await files.deleteFiles([stored.id]);
        throw error;
      }
    },
  };
}

/** The name as it was sent; one without an extension gets that of its bytes. */
const fileName = (name: string, format: PictureFormat): string =>
  fileExtension(name) === '' ? `${name}.${format === 'jpeg' ? 'jpg' : format}` : name;
