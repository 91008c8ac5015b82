import * as z from 'zod';
import { ownPayment } from './payments.ts';

/** The price of every gift in points. */
export const GIFT_COST = 1;

/** The catalogue: fixed (specification, sections 2 and 3). */
export const gifts = [
  { id: 'pen', name: 'Qələm', cost: GIFT_COST },
  { id: 'notebook', name: 'Dəftər', cost: GIFT_COST },
  { id: 'bag', name: 'Çanta', cost: GIFT_COST },
  { id: 'all', name: 'Üçü birlikdə', cost: GIFT_COST },
] as const;

/** Messages of the gifts screen: specification, sections 5 and 8. */
export const giftMessages = {
  requested: 'Hədiyyə sorğunuz qəbul edildi',
  requestFailed: 'Hədiyyə seçilərkən xəta baş verdi',
  unknown: 'Düzgün hədiyyə seçin',
} as const;

/** The error if the partner has too few points. */
export const notEnoughPoints = (needed: number, owned: number): string =>
  `Kifayət qədər xal yoxdur. Lazımdır: ${formatPoints(needed)}, sizdə: ${formatPoints(owned)}`;

const formatPoints = (points: number) => String(points).replace('.', ',');

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
