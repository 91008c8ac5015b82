import { MAX_PICTURE_BYTES } from '@deqiq/contract/shared/limits.ts';
import * as pictureMessages from '@deqiq/messages/imaging/pictures.js';
import { showError } from '../../../ui/overlay/confirm.tsx';

/** Files that a field of pictures takes. */
export interface PictureLimits {
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly messages: Readonly<Record<'typeNotAccepted' | 'tooLarge', () => string>>;
}

/** Pictures of clinics and doctors. */
export const staffPictures: PictureLimits = {
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  maxBytes: MAX_PICTURE_BYTES,
  messages: pictureMessages,
};

/** A picture of a form: a new file, or the name of one on the server. */
export type FormPicture = File | string;

function findRefusal({ type, size }: File, limits: PictureLimits): string | undefined {
  if (!limits.types.includes(type)) return limits.messages.typeNotAccepted();
  return size > limits.maxBytes ? limits.messages.tooLarge() : undefined;
}

/** The pictures among the selected files. Shows the first refusal immediately. */
export function acceptedPictures(files: readonly File[], limits = staffPictures): File[] {
  const refused = files.map((file) => findRefusal(file, limits)).find(Boolean);
  if (refused) void showError(refused);
  return files.filter((file) => !findRefusal(file, limits));
}

/** Error for a file that the browser cannot decode as a picture. */
export const showBroken = () => showError(pictureMessages.bytesDisagree());
