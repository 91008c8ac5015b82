import { type ClinicFacts, describeClinic } from '@deqiq/contract/shared/clinic/clinic-facts.ts';
import {
  type ClinicSettings,
  defaultSettings,
} from '@deqiq/contract/shared/clinic/clinic-settings.ts';
import { type Language, language } from '@deqiq/messages/language.ts';

let source: () => ClinicSettings = () => defaultSettings;

const cache = new WeakMap<ClinicSettings, Map<Language, ClinicFacts>>();

/** The clinic as texts describe it, in the language of the messages that are read now. */
export function clinicFacts(settings = source()): ClinicFacts {
  const facts = cache.get(settings) ?? new Map<Language, ClinicFacts>();
  cache.set(settings, facts);
  const cached = facts.get(language());
  if (cached) return cached;
  const described = describeClinic(settings);
  facts.set(language(), described);
  return described;
}

/** Sets where `clinicFacts` come from: the process has one application. Returns a function that undoes it. */
export function setFactsSource(next: () => ClinicSettings): () => void {
  source = next;
  return () => {
    if (source === next) source = () => defaultSettings;
  };
}
