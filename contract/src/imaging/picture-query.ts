import * as texts from '@deqiq/messages/imaging/pictures.js';
import * as z from 'zod';
import type { PictureWidth } from './pictures.ts';

/*
 * Separate from pictures.ts: the public site needs the URLs of pictures without Zod, which would cost every visitor
 * 20 KB.
 */

export const byPictureFile = z.object({ file: z.string() });

export const pictureQuery = z.object({
  w: z
    .enum(['480', '960', '1600'], { error: texts.badWidth })
    .transform((width) => Number(width) as PictureWidth)
    .optional(),
});
