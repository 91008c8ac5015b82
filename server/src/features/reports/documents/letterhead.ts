import { LRUCache } from 'lru-cache';
import { clinicFacts } from '../../../platform/clinic-facts.ts';
import { AppError } from '../../../platform/errors.ts';
import { inLanguage } from '../../../platform/http/requests/language.ts';
import type { PicturesService } from '../../imaging/pictures/pictures.service.ts';
import type { SignedReport } from '../outputs/outputs.service.ts';

type Letterhead = SignedReport['letterhead'];

/** 300 dots an inch across the paper, and for a logo of 110 points. */
const BOXES = {
  letterhead: { width: 1_600, height: 360, maxBytes: 80 * 1024 },
  logo: { width: 480, height: 128, maxBytes: 40 * 1024 },
} as const;

/** Pictures in memory: every report has the same. */
const MAX_CACHED = 4;

/** As the clinic names itself, in Azerbaijani on every document. */
export function letterheadFinder(pictures: Pick<PicturesService, 'renderPng'>) {
  const cached = new LRUCache<string, Uint8Array>({ max: MAX_CACHED });

  async function render(kind: keyof typeof BOXES, file: string): Promise<Uint8Array> {
    const png = cached.get(kind + file) ?? (await pictures.renderPng('clinic', file, BOXES[kind]));
    cached.set(kind + file, png);
    return png;
  }

  async function findPicture(): Promise<Letterhead['picture']> {
    const { letterhead, logo } = inLanguage('az', () => clinicFacts()).pictures;
    if (letterhead === '' && logo === '') return null;
    const isWhole = letterhead !== '';
    try {
      return { png: await render(isWhole ? 'letterhead' : 'logo', letterhead || logo), isWhole };
    } catch (error) {
      // A report is worth more than the picture above it, also while decoders are busy.
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  return async (): Promise<Letterhead> => {
    const { name, street, city, postalCode, phone, email } = inLanguage('az', () => clinicFacts());
    return {
      name,
      address: [street, city, postalCode].filter(Boolean).join(', '),
      phone: phone.text,
      email: email.text,
      picture: await findPicture(),
    };
  };
}
