const HOUR = 3_600_000;

/** What is counted of a partner; `bytes` are those of everything that is counted. */
export const quotaKinds = ['report', 'shipment', 'account', 'bytes'] as const;
export type QuotaKind = (typeof quotaKinds)[number];

/** The most that a partner may send `within` milliseconds, and what the partner reads beyond that. */
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
  bytes: {
    max: 512 * 1024 * 1024,
    within: 24 * HOUR,
    message:
      'Bir gün ərzində göndərilən faylların həcmi həddi keçib. Zəhmət olmasa daha sonra yenidən cəhd edin',
  },
};
