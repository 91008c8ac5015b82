import { decodeQR } from 'qr/decode.js';

/** Longest side in pixels: enough for a slip that fills a third of the photo. */
const MAX_SIDE = 1_600;

/** Milliseconds for another attempt at a slanted or blurred code. */
const TIME_LIMIT = 1_500;

/** The text of the QR code in a photo; undefined where none can be read, or the file is no picture. */
export async function readQr(photo: Blob): Promise<string | undefined> {
  try {
    return decodeQR(await toPixels(photo), { effort: 4, timeLimit: TIME_LIMIT });
  } catch {
    return undefined;
  }
}

async function toPixels(photo: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(photo);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  if (!canvas) throw new Error('no canvas');
  canvas.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return canvas.getImageData(0, 0, width, height);
}
