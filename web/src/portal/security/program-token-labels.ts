import type { Role } from '@deqiq/contract/shared/roles.ts';
import type { Confirmation } from '../../ui/overlay/confirm.tsx';

interface ProgramTokenWords {
  readonly title: string;
  readonly about: string;
  readonly none: string;
  readonly add: string;
  readonly addTitle: string;
  readonly name: string;
  readonly nameHint: string;
  readonly validity: string;
  readonly days: (days: number) => string;
  readonly password: string;
  readonly create: string;
  readonly created: (when: string) => string;
  readonly expires: (when: string) => string;
  readonly lastUsed: (when: string) => string;
  readonly unused: string;
  readonly end: string;
  readonly endLabel: (name: string) => string;
  readonly askEnd: (name: string) => Confirmation;
  readonly endFailed: string;
  readonly failed: string;
  readonly shownTitle: string;
  readonly shownOnce: string;
  readonly token: string;
  readonly address: string;
  readonly header: string;
  readonly copyLabel: (what: string) => string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly done: string;
}

export const programTokenWords: Record<Role, ProgramTokenWords> = {
  admin: {
    title: 'Programs',
    about:
      'A token lets a program such as OHIF or Weasis read studies over DICOMweb. It cannot change anything. All tokens end when the password changes.',
    none: 'No program has a token.',
    add: 'New token',
    addTitle: 'New Token',
    name: 'Name',
    nameHint: 'The program or the computer, such as “OHIF, reading room”',
    validity: 'Valid for',
    days: (days) => (days === 365 ? '1 year' : `${days} days`),
    password: 'Your password',
    create: 'Create Token',
    created: (when) => `Created ${when}`,
    expires: (when) => `Ends ${when}`,
    lastUsed: (when) => `Last used ${when}`,
    unused: 'Never used',
    end: 'End',
    endLabel: (name) => `End token: ${name}`,
    askEnd: (name) => ({
      title: 'Are you sure?',
      text: `${name} can no longer read studies.`,
      confirm: 'Yes, end it!',
    }),
    endFailed: 'The token could not be ended',
    failed: 'Failed to load tokens',
    shownTitle: 'Token',
    shownOnce:
      'Copy the token into the program now: it is shown once. Whoever has it can read the studies.',
    token: 'Token',
    address: 'Address (DICOMweb)',
    header: 'The program sends the token in this header:',
    copyLabel: (what) => `Copy: ${what}`,
    copied: 'Copied',
    copyFailed: 'Could not be copied. Select the text and copy it',
    done: 'Done',
  },
  partner: {
    title: 'Proqramlar',
    about:
      'Açar OHIF, Weasis kimi proqramlara rentgenlərinizi DICOMweb ilə oxumağa icazə verir. Onunla heç nə dəyişdirilə bilməz. Şifrəni dəyişəndə bütün açarlar ləğv olunur.',
    none: 'Heç bir proqramın açarı yoxdur.',
    add: 'Yeni açar',
    addTitle: 'Yeni açar',
    name: 'Ad',
    nameHint: 'Proqram və ya kompüter, məsələn: «OHIF, kabinet»',
    validity: 'Müddət',
    days: (days) => (days === 365 ? '1 il' : `${days} gün`),
    password: 'Şifrəniz',
    create: 'Açar yarat',
    created: (when) => `Yaradılıb: ${when}`,
    expires: (when) => `Bitir: ${when}`,
    lastUsed: (when) => `Son istifadə: ${when}`,
    unused: 'Hələ istifadə olunmayıb',
    end: 'Ləğv et',
    endLabel: (name) => `Açarı ləğv et: ${name}`,
    askEnd: (name) => ({
      title: 'Açar ləğv edilsin?',
      text: `${name} artıq rentgenlərinizi oxuya bilməyəcək.`,
      confirm: 'Bəli, ləğv et',
    }),
    endFailed: 'Açar ləğv edilmədi',
    failed: 'Açarlar yüklənmədi',
    shownTitle: 'Açar',
    shownOnce:
      'Açarı indi proqrama kopyalayın: o, yalnız bir dəfə göstərilir. Açarı olan hər kəs rentgenlərinizi oxuya bilər.',
    token: 'Açar',
    address: 'Ünvan (DICOMweb)',
    header: 'Proqram açarı bu başlıqda göndərir:',
    copyLabel: (what) => `Kopyala: ${what}`,
    copied: 'Kopyalandı',
    copyFailed: 'Kopyalamaq mümkün olmadı. Mətni seçib özünüz kopyalayın',
    done: 'Hazırdır',
  },
};
