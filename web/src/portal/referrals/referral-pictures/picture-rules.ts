import { MAX_PICTURE_BYTES } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/examinations/shipments.js';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const NAMES = /\.(png|jpe?g|webp)$/i;

/** For the file dialog. A phone's camera then produces JPEG. */
export const ACCEPTED = 'image/png,image/jpeg,image/webp,.png,.jpg,.jpeg,.webp';

/** Whether a file is a picture by its name and type. */
export function isPicture({ name, type }: File): boolean {
  const isAccepted = name.includes('.') ? NAMES.test(name) : TYPES.includes(type);
  return isAccepted && (type === '' || TYPES.includes(type));
}

/** Why a file is no shipment; undefined for one that may be sent. The server looks into the bytes. */
export function findRefusal(file: File): string | undefined {
  if (!isPicture(file)) return texts.typeNotAccepted();
  return file.size > MAX_PICTURE_BYTES ? texts.tooLarge() : undefined;
}
