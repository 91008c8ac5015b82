import { clinicSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod';
import type { FormPicture } from '../pictures/picture-rules.ts';

/** '' without a picture. */
const picture = z.custom<FormPicture>();

/** The contract's rules, with new pictures. */
export const settingsRules = clinicSettings.extend({ logo: picture, letterhead: picture });

/** Numbers may be texts while they are typed. */
export type SettingsValues = z.input<typeof settingsRules>;
export type FieldsProps = { form: UseFormReturn<SettingsValues> };
