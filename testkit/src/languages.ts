import { inLanguage } from '../../server/src/platform/http/requests/language.ts';

/** A text as partners and visitors read it, where staff read another one. */
export const inAzerbaijani = (message: () => string): string => inLanguage('az', message);
