import * as texts from '@deqiq/messages/site/clinic-settings.js';
import * as z from 'zod';
import { provider } from '../provider.ts';
import { email, optionalLine, requiredLine } from '../text.ts';

const MAX_FIGURE = 1_000_000;

/** Max bytes of a logo or a letterhead that is sent. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** As people write it: blanks, brackets and dashes between 9 to 15 digits. */
const PHONE = /^\+?(?=(?:\D*\d){9,15}\D*$)[\d ()-]+$/;

const address = z.object(
  {
    az: requiredLine(texts.addressMissing),
    ru: requiredLine(texts.addressMissing),
    en: requiredLine(texts.addressMissing),
  },
  { error: texts.addressMissing },
);

const link = optionalLine().refine((text) => text === '' || /^https:\/\/[^\s"<>]+$/.test(text), {
  error: texts.badLink,
});

/** WGS 84. Forms send numbers as text. */
const degrees = (max: number) =>
  z
    .union([z.number(), z.string().regex(/^\s*-?\d+([.,]\d+)?\s*$/)], { error: texts.badPoint })
    .transform((value) => Number(String(value).replace(',', '.')))
    .pipe(z.number().min(-max, { error: texts.badPoint }).max(max, { error: texts.badPoint }));

const badFigure = { error: texts.badFigure };

const figure = z
  .union([z.number(), z.string().regex(/^\s*\d{1,7}\s*$/)], badFigure)
  .transform(Number)
  .pipe(z.int(badFigure).min(1, badFigure).max(MAX_FIGURE, badFigure));

const badHours = { error: texts.badHours };

const time = z.string(badHours).regex(/^([01]\d|2[0-3]):[0-5]\d$/, badHours);

/** The name of a stored picture; '' where there is none. A new one comes as a file. */
const storedPicture = z
  .string({ error: texts.badPicture })
  .regex(/^(?:[0-9a-f-]{36}\.webp)?$/, { error: texts.badPicture })
  .default('');

export const dayStates = ['open', 'online', 'closed'] as const;

/** The times of a day that is not open are kept for the day when it is again. */
const shownDay = z
  .object({ state: z.enum(dayStates, badHours), from: time, to: time })
  .refine(({ from, to }) => from < to, { error: texts.badHours, path: ['to'] });

/** Fields in the order in which the first error is shown. */
export const clinicSettings = z.object(
  {
    name: requiredLine(texts.nameMissing),
    phone: requiredLine(texts.badPhone).regex(PHONE, { error: texts.badPhone }),
    email: email(texts.badEmail),
    whatsApp: optionalLine().refine((text) => text === '' || PHONE.test(text), {
      error: texts.badPhone,
    }),
    facebook: link,
    instagram: link,
    street: address,
    district: address,
    city: address,
    postalCode: optionalLine(),
    latitude: degrees(90),
    longitude: degrees(180),
    /** From Monday to Sunday, as the site shows them; online booking has hours of its own. */
    week: z.array(shownDay, badHours).length(7, badHours),
    patients: figure,
    doctors: figure,
    years: figure,
    /** Whether the site lists the kinds of examination with their prices. */
    showPrices: z.boolean({ error: texts.badSwitch }).default(false),
    /** In the place of the built-in sign: on reports, shared results and slips. */
    logo: storedPicture,
    /** Across the top of reports, in the place of their head. */
    letterhead: storedPicture,
  },
  { error: texts.settingsMissing },
);

const translated = z.object({ az: z.string(), ru: z.string(), en: z.string() });

const shownSettings = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  whatsApp: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  street: translated,
  district: translated,
  city: translated,
  postalCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  week: z.array(z.object({ state: z.enum(dayStates), from: z.string(), to: z.string() })),
  patients: z.int(),
  doctors: z.int(),
  years: z.int(),
  showPrices: z.boolean(),
  logo: z.string(),
  letterhead: z.string(),
});

export const savedSettings = z.object({
  version: z.int(),
  settings: shownSettings,
  /** The newest 50, newest first; without the version 0. */
  versions: z.array(z.object({ version: z.int(), savedAt: z.string(), savedBy: z.string() })),
});

export const settingsAnswer = savedSettings.extend({ message: z.string() });

export type ClinicSettings = z.output<typeof clinicSettings>;
export type SavedSettings = z.output<typeof savedSettings>;
export type SettingsAnswer = z.output<typeof settingsAnswer>;

const openDay = { state: 'open' as const, ...provider.openingHours };

/** Every page shows these until an owner saves something else. */
export const defaultSettings: ClinicSettings = {
  name: provider.name,
  phone: provider.phone.text,
  email: provider.email.text,
  whatsApp: provider.whatsApp,
  facebook: provider.facebook,
  instagram: provider.instagram,
  street: provider.address.street,
  district: provider.address.district,
  city: provider.address.city,
  postalCode: provider.address.postalCode,
  ...provider.position,
  week: [1, 2, 3, 4, 5, 6, 7].map((day) =>
    day === 7 ? { ...openDay, state: 'online' as const } : openDay,
  ),
  ...provider.figures,
  showPrices: false,
  logo: '',
  letterhead: '',
};
