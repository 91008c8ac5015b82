import { readFileSync } from 'node:fs';

/** The data dictionary (PS3.6). Tags are eight upper-case hex digits; VR `xs` is US or SS. */
interface Dictionary {
  readonly vrOf: ReadonlyMap<string, string>;
  readonly tagOf: ReadonlyMap<string, string>;
}

let loaded: Dictionary | undefined;

/** Reads the dictionary on its first use: only files of implicit VR and uncommon keywords need it. */
export function loadDictionary(): Dictionary {
  loaded ??= readDictionary();
  return loaded;
}

/** A line is a tag, its VR and its keyword. */
function readDictionary(): Dictionary {
  const text = readFileSync(new URL('data-dictionary.txt', import.meta.url), 'latin1');
  const vrOf = new Map<string, string>();
  const tagOf = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [tag, vr, keyword] = line.split(' ');
    if (!tag || !vr || !keyword) continue;
    vrOf.set(tag, vr);
    tagOf.set(keyword, tag);
  }
  return { vrOf, tagOf };
}

/** The VR of a tag; undefined for private and unknown ones. Groups 50xx and 60xx repeat (PS3.5, 7.6). */
export const findVr = (tag: string): string | undefined =>
  loadDictionary().vrOf.get(tag.replace(/^(5|6)0[0-9A-F]{2}/, '$1000'));
