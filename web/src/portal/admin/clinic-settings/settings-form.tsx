import type { SavedSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import * as texts from '@deqiq/messages/office/clinic-settings.js';
import * as listTexts from '@deqiq/messages/office/list.js';
import * as settingsMessages from '@deqiq/messages/site/clinic-settings.js';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { saveSettings } from '../../../api/site/clinic-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { useSave } from '../../../ui/form/use-save.ts';
import { toast } from '../../../ui/overlay/toast.ts';
import { useLeaveQuestion } from '../form/use-leave-question.ts';
import { AddressFields } from './address-fields.tsx';
import { LineField } from './line-field.tsx';
import { LogoFields } from './logo-fields.tsx';
import { type SettingsValues, settingsRules } from './settings-values.ts';
import { restoreVersion } from './versions.tsx';
import { WeekFields } from './week-fields.tsx';

/** All settings in one form. It is mounted anew for each version. */
export function SettingsForm({ saved }: { saved: SavedSettings }) {
  const form = useForm<SettingsValues>({ defaultValues: saved.settings });
  const { submit, busy } = useSave({
    form,
    schema: settingsRules,
    request: async (settings) => {
      const { version } = await saveSettings(saved.version, settings);
      toast.success(settingsMessages.saved(), {
        label: listTexts.undo(),
        run: () => void restoreVersion(version, saved.version),
      });
    },
    errorMessage: texts.saveFailed(),
  });
  const { isDirty } = form.formState;
  useLeaveQuestion(isDirty, form.reset);
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <Group title={texts.contact()}>
        <LineField form={form} name="name" label={texts.name()} required />
        <LineField form={form} name="phone" label={texts.phone()} type="tel" required />
        <LineField form={form} name="email" label={texts.email()} type="email" required />
        <OptionalField form={form} name="whatsApp" label={texts.whatsapp()} type="tel" />
        <OptionalField form={form} name="facebook" label={texts.facebook()} type="url" />
        <OptionalField form={form} name="instagram" label={texts.instagram()} type="url" />
      </Group>
      <Group title={texts.address()}>
        <AddressFields form={form} />
      </Group>
      <Group title={texts.hours()} hint={texts.hoursHint()}>
        <WeekFields form={form} />
      </Group>
      <Group title={texts.figures()}>
        <LineField form={form} name="patients" label={texts.patients()} mode="numeric" required />
        <LineField form={form} name="doctors" label={texts.doctors()} mode="numeric" required />
        <LineField form={form} name="years" label={texts.years()} mode="numeric" required />
      </Group>
      <Group title={texts.pictures()} hint={texts.picturesHint()}>
        <LogoFields form={form} />
      </Group>
      <Group title={texts.prices()} hint={texts.pricesHint()}>
        <Checkbox
          label={texts.showPrices()}
          className="sm:col-span-2"
          {...form.register('showPrices')}
        />
      </Group>
      <Button type="submit" busy={busy} disabled={!isDirty} className="justify-self-start">
        {texts.save()}
      </Button>
    </form>
  );
}

const OptionalField = (props: Parameters<typeof LineField>[0]) => (
  <LineField {...props} hint={texts.optional()} />
);

type GroupProps = { title: string; hint?: string; children: ReactNode };

const Group = ({ title, hint, children }: GroupProps) => (
  <fieldset className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5">
    <legend className="contents">
      <span className="text-title sm:col-span-2">{title}</span>
    </legend>
    {hint && <p className="-mt-2 text-desk text-muted sm:col-span-2">{hint}</p>}
    {children}
  </fieldset>
);
