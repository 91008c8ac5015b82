import { formatNumber } from '../../../../lib/format.ts';

/** 1.234,50 ₼ */
export const manat = (amount: number): string => `${formatNumber(amount, 2)} ₼`;

/** 1,00 AZN */
export const azn = (amount: number): string => `${formatNumber(amount, 2)} AZN`;
