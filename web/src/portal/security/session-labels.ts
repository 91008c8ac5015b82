import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Confirmation } from '../../ui/overlay/confirm.tsx';

export interface SessionWords {
  readonly title: string;
  readonly hint: string;
  readonly current: string;
  readonly unknownDevice: string;
  readonly signedIn: (when: string) => string;
  readonly lastUsed: (when: string) => string;
  readonly end: string;
  /** The accessible name of the button of one session. */
  readonly endLabel: (device: string) => string;
  readonly endOthers: string;
  readonly onlyThis: string;
  readonly failed: string;
  readonly endFailed: string;
  readonly askEnd: (device: string) => Confirmation;
  readonly askEndOthers: (count: number) => Confirmation;
}

export const sessionWords: Record<Role, SessionWords> = {
  admin: {
    title: 'Where you are signed in',
    hint: 'End a session that you do not recognise, and change your password.',
    current: 'This device',
    unknownDevice: 'Unknown device',
    signedIn: (when) => `Signed in ${when}`,
    lastUsed: (when) => `Last used ${when}`,
    end: 'End',
    endLabel: (device) => `End session: ${device}`,
    endOthers: 'End all others',
    onlyThis: 'You are signed in on this device only.',
    failed: 'Failed to load sessions',
    endFailed: 'The session could not be ended',
    askEnd: (device) => ({
      title: 'Are you sure?',
      text: `${device} will be signed out.`,
      confirm: 'Yes, end it!',
    }),
    askEndOthers: (count) => ({
      title: 'Are you sure?',
      text:
        count === 1
          ? '1 other device will be signed out.'
          : `${count} other devices will be signed out.`,
      confirm: 'Yes, end all!',
    }),
  },
  partner: {
    title: 'Daxil olduğunuz cihazlar',
    hint: 'Tanımadığınız sessiyanı bitirin və şifrənizi dəyişin.',
    current: 'Bu cihaz',
    unknownDevice: 'Naməlum cihaz',
    signedIn: (when) => `Giriş: ${when}`,
    lastUsed: (when) => `Son istifadə: ${when}`,
    end: 'Bitir',
    endLabel: (device) => `Sessiyanı bitir: ${device}`,
    endOthers: 'Bütün digərlərini bitir',
    onlyThis: 'Hesabınıza yalnız bu cihazdan daxil olunub.',
    failed: 'Sessiyalar yüklənmədi',
    endFailed: 'Sessiya bitirilmədi',
    askEnd: (device) => ({
      title: 'Sessiya bitirilsin?',
      text: `${device} — bu cihazda hesabdan çıxış ediləcək.`,
      confirm: 'Bəli, bitir',
    }),
    askEndOthers: (count) => ({
      title: 'Digər sessiyalar bitirilsin?',
      text: `${count} cihazda hesabdan çıxış ediləcək. Bu cihazda qalacaqsınız.`,
      confirm: 'Bəli, bitir',
    }),
  },
};
