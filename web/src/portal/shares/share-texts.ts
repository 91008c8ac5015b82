import type { ShareState } from '@deqiq/contract/shared/share-limits.ts';
import type { Language } from '../../ui/language.tsx';
import type { States } from '../../ui/status-badge.tsx';

const az = {
  share: 'Paylaş',
  title: 'Müayinəni paylaş',
  description: 'Linki olan şəxs hesab açmadan şəkillərə baxa və onları yükləyə bilər.',
  label: 'Kimin üçün',
  labelHint: 'Yalnız siz görürsünüz',
  duration: 'Müddət',
  days: (days: number) => `${days} gün`,
  pin: 'PIN kod ilə qoru',
  pinHint: 'PIN kodu linkdən ayrı göndərin və ya telefonda deyin',
  files: 'Fayllar',
  create: 'Link yarat',
  createFailed: 'Link yaradıla bilmədi',
  ready: 'Link hazırdır',
  once: 'Ünvan və PIN kod yalnız indi göstərilir.',
  address: 'Linkin ünvanı',
  pinCode: 'PIN kod',
  copy: 'Ünvanı köçür',
  copyPin: 'PIN kodu köçür',
  copied: 'Köçürüldü',
  copyFailed: 'Köçürmək mümkün olmadı',
  send: 'Göndər',
  message: 'Müayinənin nəticəsi:',
  qr: 'Linkin QR kodu',
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
  message: 'Müayinənin nəticəsi:',
  qr: 'QR code of the link',
  done: 'Done',
  until: 'Until',
};

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
