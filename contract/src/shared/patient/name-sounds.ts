import { foldText } from '../text.ts';

/** The Azerbaijani letters that one letter of a written name may be. */
export type Sound = string;

/** Cyrillic letters, Russian and Azerbaijani, as Latin ones write them. */
const CYRILLIC = toMap(
  'а:a б:b в:v г:g д:d е:e ё:yo ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts',
  'ч:ch ш:sh щ:sch ъ: ы:y ь: э:e ю:yu я:ya ә:ə ғ:ğ ҝ:g ҹ:c ө:ö ү:ü һ:h ј:y',
);

/** Several letters that are one sound, the longest first. */
const DIGRAPHS = [
  ...toMap('dsch:c tsch:ç dzh:c sch:ş tch:ç dj:c dg:c zh:jc kh:xh gh:ğqg sh:ş ch:ç ue:ü oe:ö'),
];

/** Letters for which another one may be written. Russian has no `h` and writes `г`; machines omit marks. */
const LETTERS = toMap(
  'a:aə e:eə o:oö u:uü i:iı ı:iı y:iı s:sş c:cç j:jc g:gğqh k:kq h:hx x:xh w:v',
);

/** A letter that a character set lacks, as machines replace it. */
const REPLACED: Sound = 'əşçğıiöü';

const I_SOUND: Sound = 'iı';

const REPLACEMENTS = /[?_*@#\ufffd]/;

const MARKED = /[əşçğıöü]/;

/**
 * The sounds of a word. Two words may be one name if their sounds have a letter in common at each index: `Quliyev`,
 * `GULIEV` and `Кулиев`. Doubled letters count once, `iy` and `ye` are written in many ways.
 */
export function readSounds(word: string): readonly Sound[] {
  const letters = toLatin(word)
    // я, ё and ю: Gyulnara, Kamalya, Gyozal, Yulvi.
    .replace(/^[iıy](?=[uü])/, '')
    .replace(/([bcdfghjklmnpqrstvxz])(y|(?<!d)j)(?=[auoüö])/g, '$1')
    .replace(/([bcdfghjklmnpqrstvxz])i(?=u)/g, '$1')
    // Aliyev, Aliev, Alijev, Alyev; Babayev, Babaev; Hüseynov, Huseinov, Husejnov.
    .replace(/([iı])j(?=e)|(e)j(?=n)/g, '$1$2y')
    .replace(/[iıy]+e/g, 'ie')
    .replace(/(^|[aeouəöü])ie/g, '$1e')
    .replace(/[iıy]{2,}/g, 'i');
  // A machine that replaces ə does not write a for it.
  const isReplaced = REPLACEMENTS.test(letters);
  const sounds: Sound[] = [];
  for (let at = 0; at < letters.length; ) {
    const digraph = DIGRAPHS.find(([text]) => letters.startsWith(text, at));
    const letter = letters.charAt(at);
    const sound = digraph?.[1] ?? (REPLACEMENTS.test(letter) ? REPLACED : LETTERS.get(letter));
    at += digraph ? digraph[0].length : 1;
    const isExact = isReplaced && /[ae]/.test(letter) && !digraph;
    const next = isExact ? letter : (sound ?? letter);
    if (next === REPLACED || sounds.at(-1) !== next) sounds.push(next);
  }
  return sounds;
}

/**
 * Whether two words may be spellings of one name. A second `?` may be the second byte of a letter, and one beside `i` the
 * same sound. Follows all possible
 * indices in one pass: one after the other they take minutes.
 */
export function soundAlike(one: readonly Sound[], other: readonly Sound[]): boolean {
  const isReplaced = other.includes(REPLACED);
  const pattern = isReplaced ? other : one;
  const word = isReplaced ? one : other;
  let indices = new Set([0]);
  for (const [at, sound] of pattern.entries()) {
    const around = [pattern[at - 1], pattern[at + 1]];
    const isOptional = sound === REPLACED && (around[0] === REPLACED || around.includes(I_SOUND));
    const next = new Set(isOptional ? indices : []);
    for (const index of indices) if (haveCommon(sound, word[index])) next.add(index + 1);
    indices = next;
  }
  return indices.has(word.length);
}

const haveCommon = (one: Sound, other = ''): boolean =>
  [...one].some((letter) => other.includes(letter));

/** The word without `ə`, which some machines drop; undefined if it has none. */
export function dropSchwa(word: string): string | undefined {
  const letters = word.toLocaleLowerCase('az');
  return letters.includes('ə') ? letters.replaceAll('ə', '') : undefined;
}

/** Lower case, in Latin letters; Azerbaijani ones keep their marks. */
function toLatin(word: string): string {
  return [
    ...word
      .normalize('NFC')
      .toLocaleLowerCase('az')
      .replace(/['’ʼʹ`]/g, ''),
  ]
    .map((letter) => {
      if (MARKED.test(letter) || REPLACEMENTS.test(letter)) return letter;
      return CYRILLIC.get(letter) ?? foldText(letter);
    })
    .join('');
}

/** `a:b c:d` */
function toMap(...lines: readonly string[]): ReadonlyMap<string, string> {
  const pairs = lines.join(' ').split(' ');
  return new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)]),
  );
}
