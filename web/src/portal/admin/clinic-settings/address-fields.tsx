import { chosenLanguages } from '@deqiq/messages/language.ts';
import * as texts from '@deqiq/messages/office/clinic-settings.js';
import { LineField } from './line-field.tsx';
import type { FieldsProps } from './settings-values.ts';

const parts = [
  { name: 'street', label: texts.street },
  { name: 'district', label: texts.district },
  { name: 'city', label: texts.city },
] as const;

/** The address in three languages, and the point on the map. */
export function AddressFields({ form }: FieldsProps) {
  const [latitude, longitude] = form.watch(['latitude', 'longitude']).map(String);
  const point = `${latitude?.replace(',', '.')}/${longitude?.replace(',', '.')}`;
  return (
    <>
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-3">
        {parts.flatMap(({ name, label }) =>
          chosenLanguages.map((language) => (
            <LineField
              key={`${name}.${language}`}
              form={form}
              name={`${name}.${language}`}
              label={label({ language: language.toUpperCase() })}
              lang={language}
              required
            />
          )),
        )}
      </div>
      <div className="grid gap-4 sm:col-span-2 sm:grid-cols-3">
        <LineField form={form} name="postalCode" label={texts.postalCode()} />
        <LineField form={form} name="latitude" label={texts.latitude()} mode="decimal" required />
        <LineField form={form} name="longitude" label={texts.longitude()} mode="decimal" required />
      </div>
      <a
        href={`https://www.openstreetmap.org/?mlat=${point.replace('/', '&mlon=')}#map=17/${point}`}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-6 items-center justify-self-start text-desk text-accent-hover underline sm:col-span-2"
      >
        {texts.checkPoint()}
      </a>
    </>
  );
}
