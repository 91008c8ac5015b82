import { createHash } from 'node:crypto';
import type { ChosenLanguage } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/reports/report-pdf.js';
import { LRUCache } from 'lru-cache';
import { unavailable } from '../../../platform/errors.ts';
import { sealPdf } from '../../../platform/pdf/pdf-seal.ts';
import { type Seal, SealError } from '../../../platform/seal/seal.ts';
import { HOUR, iso } from '../../../platform/time.ts';
import { reportPdf, type SignedReport } from '../outputs/outputs.service.ts';

/** Sealed documents in memory: a doctor who opens one again does not pay for another seal. */
const MAX_CACHED = 50;

interface Deps {
  /** undefined: documents have the server's signature only, as a code on the page. */
  readonly seal: Seal | undefined;
  readonly now: () => number;
}

/** Writes reports as PDF, with the qualified seal where there is one. Throws 503 where its service does not answer. */
export function sealedPdf({ seal, now }: Deps) {
  const cached = new LRUCache<string, Promise<Buffer>>({ max: MAX_CACHED });
  return async (report: SignedReport, language: ChosenLanguage): Promise<Buffer> => {
    if (!seal) return reportPdf(report, language);
    // Within an hour the same report has the same bytes, and one seal.
    const at = iso(Math.floor(now() / HOUR) * HOUR);
    const document = await reportPdf(report, language, { size: seal.size, at });
    const key = createHash('sha256').update(document).digest('hex');
    const sealing = cached.get(key) ?? sealPdf(document, seal);
    cached.set(key, sealing);
    try {
      return await sealing;
    } catch (error) {
      cached.delete(key);
      if (!(error instanceof SealError)) throw error;
      throw Object.assign(unavailable(texts.sealFailed()), { cause: error });
    }
  };
}
