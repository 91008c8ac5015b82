import * as z from 'zod';
import type { PictureWidth } from '../pictures.ts';

/*
 * Beside pictures.ts, since the public site needs the addresses of pictures but no Zod, which is
 * 20 KB to every visitor.
 */

export const byPictureFile = z.object({ file: z.string() });

export const pictureQuery = z.object({
  w: z
    .enum(['480', '960', '1600'], { error: 'Şəklin eni 480, 960 və ya 1600 ola bilər' })
    .transform((width) => Number(width) as PictureWidth)
    .optional(),
});
