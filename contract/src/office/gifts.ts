import { language } from '@deqiq/messages/language.ts';
import * as giftMessages from '@deqiq/messages/office/gifts.js';
import * as z from 'zod';
import { ownPayment } from './payments.ts';

/** The price of every gift in points. */
export const GIFT_COST = 1;

/** The catalogue: fixed (specification, sections 2 and 3). `name()` is its name in the current language. */
export const gifts = [
  { id: 'pen', name: giftMessages.pen, cost: GIFT_COST },
  { id: 'notebook', name: giftMessages.notebook, cost: GIFT_COST },
  { id: 'bag', name: giftMessages.bag, cost: GIFT_COST },
  { id: 'all', name: giftMessages.allThree, cost: GIFT_COST },
] as const;

/** The error if the partner has too few points. */
export const notEnoughPoints = (needed: number, owned: number): string =>
  giftMessages.notEnoughPoints({ needed: formatPoints(needed), owned: formatPoints(owned) });

const formatPoints = (points: number) =>
  language() === 'en' ? String(points) : String(points).replace('.', ',');

const ids = gifts.map((gift) => gift.id);

/** The body is empty or contains the gift. */
export const demandPayment = z.object({
  gift: z
    .union([z.enum(ids), z.literal('')], { error: giftMessages.unknown })
    .nullish()
    .transform((id) => id || null),
});

export const giftCatalogue = z.object({
  gifts: z.array(z.object({ id: z.string(), name: z.string(), cost: z.int() })),
});

/** The created request and the remaining points. */
export const giftAnswer = z.object({
  payment: ownPayment,
  balance: z.number(),
  message: z.string(),
});

export type GiftId = (typeof ids)[number];
export type GiftAnswer = z.output<typeof giftAnswer>;
