import type { BuiltWeb } from '@deqiq/contract/shared/built-web.ts';
import { describeClinic } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import { defaultSettings } from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { fillSlots, hasSlots } from '@deqiq/contract/shared/clinic/clinic-slots.ts';
import { type Language, setLanguageSource } from '@deqiq/messages/language.ts';
import type { Output } from './output.ts';

const WITH_FACTS = /\.(?:html|webmanifest)$/;

/** `ru/…`, `portal-ru.html`, `partner-ru.webmanifest`; the others are Azerbaijani. */
const findLanguage = (file: string): Language =>
  (/^(?:portal-|partner-)?(ru|en|spec)(?=[./])/.exec(file)?.[1] ?? 'az') as Language;

/** Fills the default facts into the slots of each file, and keeps its template for the server. */
export function fillDefaults(output: Output): BuiltWeb['templates'] {
  const templates: BuiltWeb['templates'] = [];
  for (const [file, bytes] of [...output]) {
    if (!WITH_FACTS.test(file) || !hasSlots(bytes.toString())) continue;
    const language = findLanguage(file);
    setLanguageSource(() => language);
    const template = `${file}.slots`;
    output.set(template, bytes);
    output.set(
      file,
      Buffer.from(fillSlots(file, bytes.toString(), describeClinic(defaultSettings))),
    );
    templates.push({ file, template, language });
  }
  return templates;
}
