import type { Random } from '@deqiq/testkit/random.ts';

export type Sex = 'F' | 'M';

export interface PersonName {
  firstName: string;
  lastName: string;
  sex: Sex;
}

const womenNames = [
  'Aygün',
  'Günel',
  'Leyla',
  'Nigar',
  'Sevinc',
  'Aysel',
  'Gülnar',
  'Könül',
  'Lalə',
  'Nərmin',
  'Şəbnəm',
  'Ülviyyə',
  'Fidan',
  'Zəhra',
  'Səbinə',
  'Təranə',
  'Aytən',
  'Röya',
  'Gülşən',
  'Vəfa',
  'Jalə',
  'Xədicə',
  'Elnarə',
  'Mədinə',
  'İlahə',
  'Çinarə',
  'Nuranə',
  'Pərvanə',
  'Əsmər',
  'Türkan',
] as const;

const menNames = [
  'Elçin',
  'Rəşad',
  'Orxan',
  'Tural',
  'Vüqar',
  'Anar',
  'Kamran',
  'Fərid',
  'İlqar',
  'Səbuhi',
  'Elvin',
  'Ruslan',
  'Nicat',
  'Ceyhun',
  'Zaur',
  'Müşfiq',
  'Şahin',
  'Əli',
  'Həsən',
  'Murad',
  'Toğrul',
  'Ramil',
  'Xəyal',
  'Pərviz',
  'Cavid',
  'Emin',
  'Samir',
  'Tərlan',
  'Üzeyir',
  'Yusif',
] as const;

/** Family names of men; those in -ov and -ev take an -a for women, the others do not change. */
const familyNames = [
  'Məmmədov',
  'Əliyev',
  'Hüseynov',
  'Həsənov',
  'Quliyev',
  'Abbasov',
  'İsmayılov',
  'Rzayev',
  'Cəfərov',
  'Mustafayev',
  'Babayev',
  'Səfərov',
  'Kərimov',
  'Əhmədov',
  'Nəsibov',
  'Qasımov',
  'Mehdiyev',
  'Vəliyev',
  'Ağayev',
  'Şükürov',
  'Bağırov',
  'Yusifov',
  'Nəbiyev',
  'Tağıyev',
  'Rəhimli',
  'Axundzadə',
  'Hacıyev',
  'Süleymanlı',
  'Kazımzadə',
  'Orucov',
  'Zeynallı',
  'Mirzəyev',
] as const;

export function personName(random: Random, sex: Sex = random.chance(0.52) ? 'F' : 'M'): PersonName {
  const family = random.pick(familyNames);
  return {
    firstName: random.pick(sex === 'F' ? womenNames : menNames),
    lastName: sex === 'F' ? womanly(family) : family,
    sex,
  };
}

function womanly(family: string): string {
  return /[oe]v$/.test(family) ? `${family}a` : family;
}

/** `count` people with different names. */
export function differentNames(random: Random, count: number): PersonName[] {
  const people = new Map<string, PersonName>();
  while (people.size < count) {
    const person = personName(random);
    people.set(`${person.firstName} ${person.lastName}`, person);
  }
  return [...people.values()];
}
