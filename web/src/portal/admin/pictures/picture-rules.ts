import { MAX_PICTURE_BYTES } from '@deqiq/contract/shared/limits.ts';
import * as pictureMessages from '@deqiq/messages/imaging/pictures.js';
import { showError } from '../../../ui/overlay/confirm.tsx';

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export const PICTURE_TYPES = TYPES.join(',');

/** A picture of a form: a new file, or the name of one on the server. */
export type FormPicture = File | string;

function findRefusal({ type, size }: File): string | undefined {
  if (!TYPES.includes(type)) return pictureMessages.typeNotAccepted();
  return size > MAX_PICTURE_BYTES ? pictureMessages.tooLarge() : undefined;
}

/** The pictures among the selected files. Shows the first refusal immediately. */
export function acceptedPictures(files: readonly File[]): File[] {
  const refused = files.map(findRefusal).find(Boolean);
  if (refused) void showError(refused);
  return files.filter((file) => !findRefusal(file));
}

/** Error for a file that the browser cannot decode as a picture. */
export const showBroken = () => showError(pictureMessages.bytesDisagree());
