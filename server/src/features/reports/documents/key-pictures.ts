import type { KeyImage } from '@deqiq/contract/reports/content/report-content.ts';
import { AppError } from '../../../platform/errors.ts';
import { readObject } from '../../../platform/storage/small-objects.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import type {
  DecodingClient,
  DecodingService,
} from '../../machines/dicomweb/retrieve/decoding.service.ts';
import type { ReportPicture } from './documents.repo.ts';

/** Pixels that a key image fits into, and its JPEG quality. */
const VIEWPORT = { width: 1_200, height: 1_200 };
const QUALITY = 80;

/** Bytes of a photo that goes into the document as it is. */
const MAX_PHOTO_BYTES = 4 * 1024 * 1024;

interface Deps {
  readonly storage: Pick<Storage, 'open'>;
  readonly decoding: DecodingService;
}

/**
 * A key image as JPEG: a photo as it was sent, or the whole frame of a DICOM file with the saved window. It is not turned,
 * mirrored or inverted, and no part of it is cut out, whatever the view says. null for a file with several instances: only
 * the viewer knows which plane it showed.
 */
export async function drawKeyImage(
  { storage, decoding }: Deps,
  row: ReportPicture,
  { view }: KeyImage,
  requester: DecodingClient,
): Promise<Uint8Array | null> {
  if (row.content_type === 'image/jpeg' && Number(row.file_size) <= MAX_PHOTO_BYTES)
    return readObject(storage, `files/${row.object_id}`);
  if (row.object_id === null || row.byte_offset === null || Number(row.instances) !== 1)
    return null;
  const frame = view?.slice ?? 0;
  if (frame >= Number(row.frames)) return null;
  const { centre, width } = view?.window ?? {};
  try {
    const [jpeg] = await decoding.decode(
      'render-dicom',
      row.object_id,
      {
        location: {
          offset: Number(row.byte_offset),
          length: Number(row.byte_length),
          size: Number(row.size),
          isDeflated: row.is_deflated === 1,
        },
        frame,
        format: 'jpeg',
        quality: QUALITY,
        window:
          centre === undefined || width === undefined
            ? undefined
            : { centre, width, shape: 'LINEAR' },
        viewport: VIEWPORT,
        region: undefined,
      },
      requester,
    );
    return jpeg ?? null;
  } catch (error) {
    // No decoder reads it; a busy server is no reason to leave a picture out.
    if (error instanceof AppError && error.status === 406) return null;
    throw error;
  }
}
