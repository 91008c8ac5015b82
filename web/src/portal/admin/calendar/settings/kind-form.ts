import { type Kind, kindFields } from '@deqiq/contract/referrals/booking/kinds.ts';
import { optionalText, requiredLine } from '@deqiq/contract/shared/text.ts';
import * as kindMessages from '@deqiq/messages/referrals/kinds.js';
import * as z from 'zod';
import type { KindBody } from '../../../../api/referrals/kinds.ts';

const name = requiredLine(kindMessages.nameMissing);
const { examination, minutes, machines } = kindFields.shape;

/** The contract's rules; each language has a field of its own. */
export const kindRules = z.object({
  examination,
  nameAz: name,
  nameRu: name,
  nameEn: name,
  minutes,
  // Sent as it was typed: the contract reads manat.
  price: z.string().refine((text) => kindFields.shape.price.safeParse(text).success, {
    error: kindMessages.badPrice,
  }),
  deposit: z.string().refine((text) => kindFields.shape.deposit.safeParse(text).success, {
    error: kindMessages.badDeposit,
  }),
  machines,
  preparationAz: optionalText(),
  preparationRu: optionalText(),
  preparationEn: optionalText(),
});

export type KindValues = {
  examination: Kind['examination'] | '';
  nameAz: string;
  nameRu: string;
  nameEn: string;
  minutes: string;
  price: string;
  deposit: string;
  machines: string[];
  preparationAz: string;
  preparationRu: string;
  preparationEn: string;
};

export const toKindValues = (kind: Kind | undefined): KindValues => ({
  examination: kind?.examination ?? '',
  nameAz: kind?.name.az ?? '',
  nameRu: kind?.name.ru ?? '',
  nameEn: kind?.name.en ?? '',
  minutes: String(kind?.minutes ?? ''),
  price: String(kind?.price ?? ''),
  deposit: String(kind?.deposit ?? ''),
  machines: kind?.machines ?? [],
  preparationAz: kind?.preparation.az ?? '',
  preparationRu: kind?.preparation.ru ?? '',
  preparationEn: kind?.preparation.en ?? '',
});

/** As the API takes it. */
export const toKindBody = (parsed: z.output<typeof kindRules>): KindBody => ({
  examination: parsed.examination,
  name: { az: parsed.nameAz, ru: parsed.nameRu, en: parsed.nameEn },
  minutes: parsed.minutes,
  price: parsed.price,
  deposit: parsed.deposit,
  machines: parsed.machines,
  preparation: {
    az: parsed.preparationAz,
    ru: parsed.preparationRu,
    en: parsed.preparationEn,
  },
});
