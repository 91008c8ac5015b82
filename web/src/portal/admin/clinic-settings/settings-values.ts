import type { clinicSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';

/** Numbers may be texts while they are typed. */
export type SettingsValues = z.input<typeof clinicSettings>;
export type FieldsProps = { form: UseFormReturn<SettingsValues> };
