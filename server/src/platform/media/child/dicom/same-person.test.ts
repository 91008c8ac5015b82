import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSamePerson } from '@deqiq/contract/shared/patient/same-person.ts';
import { type Random, randomFrom } from '@deqiq/testkit/random.ts';

const COUNT = 1_000;

interface Person {
  readonly first: string;
  readonly last: string;
  readonly father: string;
  readonly isFemale: boolean;
}

const list = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

const MEN = list(
  `Əli Vəli Həsən Hüseyn Məhəmməd Orxan Elçin Rəşad Kənan Cavid Toğrul İlham Nicat Fərid Tural Vüsal Ceyhun Qədir Xalid
  Kamil Cəmil Nail Tahir Şahin Rövşən Zaur Emin Anar Elnur Samir Aydın Yusif İbrahim Süleyman Ələkbər Bəxtiyar Mübariz
  Vaqif Tofiq Rauf Çingiz Oqtay Qurban Əhməd Əjdər Gündüz Ülvi Ramin Elxan Ziya`,
);

const WOMEN = list(
  `Aysel Leyla Lalə Nigar Günay Günel Gülnarə Gülçöhrə Kamilə Cəmilə Nailə Tahirə Şəhla Rəna Zöhrə Elnarə Samirə Aydan
  Sevinc Xədicə Fatimə Zəhra Mələk Nərmin Nərgiz Fidan Ülviyyə Vüsalə Çinarə Pərvanə Kəmalə Yeganə Ağca Sima Səma Xanım
  Qəmər Gözəl Könül Ceyran Təranə Şəfiqə Əsmər Məleykə Solmaz Jalə Fəridə Roza Dilbər Həcər`,
);

/** Those that end in ov and ev have a form for women. */
const SURNAMES = list(
  `Əliyev Vəliyev Həsənov Hüseynov Məmmədov Məhəmmədov Quliyev Qasımov Kərimov Kazımov Cəfərov Cabbarov Xəlilov Cəlilov
  Abbasov Babayev İsmayılov İbrahimov Rzayev Şıxəliyev Ağayev Şükürov Köçərli Iğdırlı Kərimli Həsənli Hüseynli Paşazadə
  Axundov Əhmədov Hacıyev Mirzəyev Nəbiyev Nağıyev Orucov Sultanov Süleymanov Tağıyev Vəzirov Yusifov Zeynalov Ələkbərov
  Əsədov Əzizov Çobanzadə Qarayev Musayev Novruzov Rəhimov Seyidov`,
);

function newPerson(random: Random): Person {
  const isFemale = random.chance(0.5);
  const surname = random.pick(SURNAMES);
  const last = isFemale && /[oe]v$/.test(surname) ? `${surname}a` : surname;
  return { first: random.pick(isFemale ? WOMEN : MEN), last, father: random.pick(MEN), isFemale };
}

/** Spells letters by a table `ə:a ş:sh`, where the first match counts. */
const speller = (table: string) => {
  const spellings = new Map(list(table).map((pair) => pair.split(':') as [string, string]));
  const letters = new RegExp(
    [...spellings.keys()].map((key) => key.replace('?', '\\?')).join('|'),
    'g',
  );
  return (text: string) => toLower(text).replace(letters, (letter) => spellings.get(letter) ?? '');
};

const toLower = (text: string) => text.toLocaleLowerCase('az');

const toRussian = speller(
  `iyy:ий iye:ие əye:ае aye:ае ya:я yu:ю c:дж ç:ч ş:ш j:ж x:х h:г ğ:г q:г g:г ö:ё ü:ю ı:ы i:и y:й ə:а a:а b:б d:д e:е
  f:ф k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у v:в z:з`,
);

const fromRussian = speller(
  `дж:dzh ж:zh х:kh ч:ch ш:sh ю:yu я:ya ё:yo й:y ы:y и:i а:a б:b в:v г:g д:d е:e з:z к:k л:l м:m н:n о:o п:p р:r с:s т:t
  у:u ф:f`,
);

/** How machines and people write a name. */
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toLocaleUpperCase('az'),
  speller('ə:e ş:s ç:c ğ:g ı:i ö:o ü:u'),
  speller('ə:a ş:s ç:c ğ:g ı:i ö:o ü:u'),
  speller('iye:ie ə:a ş:sh ç:ch c:j q:g x:kh ğ:gh ı:i ö:o ü:u'),
  speller('mm:m ə:a ş:sh ç:ch c:dj q:k x:kh ğ:g ı:y y:i ö:o ü:u'),
  speller('ə:? ş:? ç:? ğ:? ı:? ö:? ü:?'),
  speller('ə:?? ş:?? ğ:?? ı:??'),
  (text) => toRussian(text),
  (text) => fromRussian(toRussian(text)),
];

/** As a machine may send it: another order, with the father's name, in capitals. */
function spell(random: Random, { first, last, father, isFemale }: Person): string {
  const write = random.pick(SPELLINGS);
  const names = [first, last].map(write);
  const child = isFemale ? random.pick(['qızı', 'qizi', 'kyzy']) : random.pick(['oğlu', 'oglu']);
  const [forename = '', family = ''] = names;
  const orders = [
    `${forename} ${family}`,
    `${family} ${forename}`,
    `${family}^${forename}`,
    `${forename} ${write(father)} ${child} ${family}`,
    `${family} ${forename} ${write(father)} ${child}`,
    `${forename} ${write(father)} ${family}`,
    `${family} ${forename} ${write(father)}`,
  ];
  const name = random.pick(orders);
  return random.chance(0.5) ? name.toUpperCase() : name;
}

const toTyped = ({ first, last }: Person) => ({ firstName: first, lastName: last });

test('spellings of one patient raise at most 2 % false alarms', () => {
  const random = randomFrom(7);
  const alarms = Array.from({ length: COUNT }, () => {
    const person = newPerson(random);
    const name = spell(random, person);
    return isSamePerson(toTyped(person), name) === false
      ? [`${person.first} ${person.last}: ${name}`]
      : [];
  }).flat();
  assert.ok(alarms.length <= COUNT * 0.02, `${alarms.length}: ${alarms.join('; ')}`);
});

/** Another person; often a relative, whose name is nearly the same. */
function newOther(random: Random, person: Person): Person {
  const kin = random.below(5);
  const other = newPerson(random);
  if (kin === 0) return { ...person, first: random.pick(person.isFemale ? WOMEN : MEN) };
  // The father himself.
  if (kin === 1 && !person.isFemale)
    return { ...person, first: person.father, father: person.first };
  if (kin === 2) return { ...person, last: other.last };
  // Kamil and Kamilə, Kərimli both.
  if (kin === 3 && /[^aeıioöuüəy]ə?$/.test(person.first)) {
    const stem = person.first.replace(/ə$/, '');
    return { ...person, first: stem === person.first ? `${stem}ə` : stem };
  }
  return other;
}

test('different patients are never taken for one', () => {
  const random = randomFrom(11);
  const missed: string[] = [];
  for (let count = 0; count < COUNT; ) {
    const person = newPerson(random);
    const other = newOther(random, person);
    if (other.first === person.first && other.last === person.last) continue;
    count += 1;
    const name = spell(random, other);
    if (isSamePerson(toTyped(person), name) !== false)
      missed.push(`${person.first} ${person.last}: ${name}`);
  }
  assert.deepEqual(missed, []);
});
