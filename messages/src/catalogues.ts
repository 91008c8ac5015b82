import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, type Token } from '@messageformat/parser';
import type { Language } from './language.ts';

const FOLDER = fileURLToPath(new URL('../catalogues', import.meta.url));

/** One message in ICU MessageFormat. `spec` only where the specification words it otherwise than its fallback does. */
export type Message = Readonly<Record<'az' | 'ru' | 'en', string> & { spec?: string }>;

export interface Catalogue {
  /** Its path below `catalogues/` without the suffix, such as `people/staff`. */
  readonly area: string;
  /** The language of the catalogue `spec` where it says nothing: English in the back-office, else Azerbaijani. */
  readonly specFallback: 'az' | 'en';
  readonly messages: Readonly<Record<string, Message>>;
}

/** Every catalogue, in the order of their paths. */
export const readCatalogues = (): Catalogue[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const { $spec, ...messages } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
      const area = file.slice(0, -'.json'.length).replaceAll('\\', '/');
      return { area, specFallback: $spec ?? 'az', messages };
    });

/** The text of a message in one of the catalogues. */
export const textIn = ({ specFallback }: Catalogue, message: Message, language: Language): string =>
  message[language] ?? message[specFallback];

/** The values of a message and their types. */
export type Values = ReadonlyMap<string, 'number' | 'string' | 'string | number'>;

/** The values that a text names. Throws where its syntax is wrong. */
export function findValues(text: string): Values {
  const values = new Map<string, 'number' | 'string' | 'string | number'>();
  const visit = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'argument' && !values.has(token.arg))
        values.set(token.arg, 'string | number');
      if (token.type === 'select') values.set(token.arg, 'string');
      if (token.type === 'plural' || token.type === 'selectordinal' || token.type === 'function')
        values.set(token.arg, 'number');
      if ('cases' in token) for (const each of token.cases) visit(each.tokens);
    }
  };
  visit(parse(text));
  return values;
}
