import type { ShareState } from '@deqiq/contract/examinations/share-limits.ts';
import type { ShareAnswer } from '@deqiq/contract/examinations/shares.ts';
import { provider } from '@deqiq/contract/shared/provider.ts';
import { formatMoment } from '../../lib/format.ts';
import type { Language } from '../../ui/language.tsx';
import type { States } from '../../ui/status-badge.tsx';

const az = {
  share: 'Paylaş',
  title: 'Müayinəni paylaş',
  description: 'Keçidi olan şəxs hesab açmadan şəkillərə baxa və onları yükləyə bilər.',
  label: 'Kimin üçün',
  labelHint: 'Yalnız siz görürsünüz',
  duration: 'Müddət',
  days: (days: number) => `${days} gün`,
  pin: 'PIN kodu ilə qoru',
  pinHint: 'PIN kodunu keçiddən ayrı göndərin və ya telefonda deyin',
  files: 'Fayllar',
  create: 'Keçid yarat',
  createFailed: 'Keçid yaradıla bilmədi',
  ready: 'Keçid hazırdır',
  once: 'Keçid və PIN kodu yalnız indi göstərilir.',
  address: 'Keçid',
  pinCode: 'PIN kodu',
  copy: 'Keçidi kopyala',
  copyPin: 'PIN kodunu kopyala',
  copied: 'Kopyalandı',
  copyFailed: 'Kopyalamaq mümkün olmadı',
  send: 'Göndər',
  sendLink: '1. Keçidi göndərin',
  sendPin: '2. PIN kodunu ayrıca göndərin',
  qr: 'Keçidin QR kodu',
  done: 'Hazırdır',
  until: 'Son tarix',
};

const en: typeof az = {
  share: 'Share',
  title: 'Share the examination',
  description: 'Whoever has the link can view and download the pictures without an account.',
  label: 'For whom',
  labelHint: 'Not shown to the recipient',
  duration: 'Duration',
  days: (days) => (days === 1 ? '1 day' : `${days} days`),
  pin: 'Protect with a PIN',
  pinHint: 'Send the PIN separately from the link, or say it on the phone',
  files: 'Files',
  create: 'Create link',
  createFailed: 'The link could not be created',
  ready: 'The link is ready',
  once: 'Address and PIN are shown only now.',
  address: 'Address of the link',
  pinCode: 'PIN',
  copy: 'Copy address',
  copyPin: 'Copy PIN',
  copied: 'Copied',
  copyFailed: 'Copying failed',
  send: 'Send',
  sendLink: '1. Send the link',
  sendPin: '2. Send the PIN separately',
  qr: 'QR code of the link',
  done: 'Done',
  until: 'Until',
};

/** Text before the link for the patient or colleague. The patient's name stays out of messengers. */
export function shareMessage({ share }: ShareAnswer, hasResult: boolean): string {
  const { firstName, lastName } = share.partner;
  const doctor = share.createdBy === 'partner' ? `${firstName} ${lastName}` : '';
  const sender = [provider.name, doctor].filter(Boolean).join(', ');
  const content = hasResult ? 'Müayinənin nəticəsi' : 'Müayinənin faylları';
  const pin = share.hasPin ? ' PIN kodu ayrıca göndərilir.' : '';
  return `${sender}. ${content}. Son tarix: ${formatMoment(share.expiresAt)}.${pin}`;
}

/** Sent by itself: a link that is found has no PIN beside it. */
export const pinMessage = (pin: string): string => `${provider.name}. Keçidin PIN kodu: ${pin}`;

export const shareTexts: Readonly<Record<Language, typeof az>> = { az, en };

export const shareStates: Readonly<Record<Language, States<ShareState>>> = {
  az: {
    live: { text: 'İşləyir', tone: 'success' },
    locked: { text: 'Müvəqqəti bağlı', tone: 'warning' },
    expired: { text: 'Müddəti bitib', tone: 'neutral' },
    revoked: { text: 'Dayandırılıb', tone: 'neutral' },
    blocked: { text: 'PIN səhvlərinə görə bağlanıb', tone: 'danger' },
    deleted: { text: 'Müayinə silinib', tone: 'neutral' },
  },
  en: {
    live: { text: 'Live', tone: 'success' },
    locked: { text: 'Locked', tone: 'warning' },
    expired: { text: 'Expired', tone: 'neutral' },
    revoked: { text: 'Revoked', tone: 'neutral' },
    blocked: { text: 'Ended by wrong PINs', tone: 'danger' },
    deleted: { text: 'Examination deleted', tone: 'neutral' },
  },
};

/** Whether the link can be revoked. */
export const isLive = ({ state }: { state: ShareState }): boolean =>
  state === 'live' || state === 'locked';
