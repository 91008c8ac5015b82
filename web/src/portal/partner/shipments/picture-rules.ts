import { MAX_PICTURE_BYTES } from '@deqiq/contract/shared/limits.ts';
import * as texts from '@deqiq/messages/examinations/shipments.js';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const NAMES = /\.(png|jpe?g|webp)$/i;

/** For the file dialog. A phone's camera then produces JPEG. */
export const ACCEPTED = 'image/png,image/jpeg,image/webp,.png,.jpg,.jpeg,.webp';

/** Why a file is no shipment; undefined for one that may be sent. The server looks into the bytes. */
export function findRefusal({ name, type, size }: File): string | undefined {
  const isAccepted = name.includes('.') ? NAMES.test(name) : TYPES.includes(type);
  if (!isAccepted || (type !== '' && !TYPES.includes(type))) return texts.typeNotAccepted();
  return size > MAX_PICTURE_BYTES ? texts.tooLarge() : undefined;
}
