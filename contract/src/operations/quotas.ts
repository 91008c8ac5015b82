import { DAY, HOUR } from '../shared/durations.ts';

/** Kinds of data that are counted per partner; `bytes` is the sum of all kinds. */
export const quotaKinds = [
  'report',
  'shipment',
  'account',
  'annotation',
  'share',
  'bytes',
] as const;
export type QuotaKind = (typeof quotaKinds)[number];

/** Max requests or bytes of a partner `within` milliseconds, and the error beyond that. */
export const PARTNER_QUOTAS: Readonly<
  Record<QuotaKind, { readonly max: number; readonly within: number; readonly message: string }>
> = {
  report: {
    max: 10,
    within: HOUR,
    message:
      'Bir saatda ən çox 10 mesaj göndərmək olar. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
  shipment: {
    max: 30,
    within: HOUR,
    message:
      'Bir saatda ən çox 30 şəkil göndərmək olar. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
  account: {
    max: 60,
    within: HOUR,
    message:
      'Məlumatlarınız bir saat ərzində çox dəfə dəyişdirilib. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
  annotation: {
    max: 1_000,
    within: HOUR,
    message:
      'Bir saatda ən çox 1000 qeyd dəyişikliyi saxlamaq olar. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
  share: {
    max: 60,
    within: HOUR,
    message: 'Bir saatda ən çox 60 link yaratmaq olar. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
  bytes: {
    max: 512 * 1024 * 1024,
    within: DAY,
    message:
      'Bir gün ərzində göndərilən faylların həcmi həddi keçib. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
};
