import type { ShipmentDetails } from '@deqiq/contract/examinations/shipments.ts';
import { fileExtension, findContentType } from '@deqiq/contract/imaging/files.ts';
import * as shipmentMessages from '@deqiq/messages/examinations/shipments.js';
import { isUnavailable } from '../../../platform/errors.ts';
import { toVisibleName } from '../../../platform/http/bodies/file-name.ts';
import type { FormFile } from '../../../platform/http/bodies/form-fields.ts';
import type { Actor } from '../../../platform/http/identity.ts';
import type { PictureFormat } from '../../../platform/media/jobs.ts';
import type { FilesService } from '../../imaging/files/files.service.ts';
import type { PicturesService } from '../../imaging/pictures/pictures.service.ts';
import type { CheckupsService } from '../checkups/checkups.service.ts';

interface Deps {
  checkups: CheckupsService;
  pictures: PicturesService;
  files: FilesService;
}

export type ShipmentsService = ReturnType<typeof shipmentsService>;

/** Pictures sent by partners; each becomes a pending checkup. */
export function shipmentsService({ checkups, pictures, files }: Deps) {
  return {
    /** Stores the file, then inserts the rows; if that fails, deletes the file. */
    async send(
      actor: Actor,
      { file, ...details }: ShipmentDetails & { file: FormFile },
      signal?: AbortSignal,
    ) {
      const sentName = toVisibleName(file.fileName || shipmentMessages.unnamed());
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
        return { checkup, message: shipmentMessages.sent() };
      } catch (error) {
        // After a lost connection the transaction may have committed; then a sweep decides later.
        if (!isUnavailable(error)) await files.deleteFiles([stored.id]);
        throw error;
      }
    },
  };
}

/** The sent name; without an extension it gets that of its format. */
const fileName = (name: string, format: PictureFormat): string =>
  fileExtension(name) === '' ? `${name}.${format === 'jpeg' ? 'jpg' : format}` : name;
