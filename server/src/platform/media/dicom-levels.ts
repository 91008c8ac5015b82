export type Level = 'study' | 'series' | 'instance';

/** Attributes of each level that a search returns where the file has them (PS3.18, tables 10.6.3-3 to 10.6.3-5). */
export const levelTags: Readonly<Record<Level, readonly string[]>> = {
  study: [
    '00080005',
    '00080020',
    '00080030',
    '00080050',
    '00080090',
    '00080201',
    '00081030',
    '00100010',
    '00100020',
    '00100030',
    '00100040',
    '0020000D',
    '00200010',
  ],
  series: [
    '00080005',
    '00080060',
    '00080201',
    '0008103E',
    '0020000E',
    '00200011',
    '00400244',
    '00400245',
    '00400275',
  ],
  instance: [
    '00080005',
    '00080016',
    '00080018',
    '00080201',
    '00200013',
    '00280008',
    '00280010',
    '00280011',
    '00280100',
  ],
};
