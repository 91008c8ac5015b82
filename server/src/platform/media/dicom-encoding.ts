/** The value representations (PS3.5, 6.2). */
export const VALUE_REPRESENTATIONS: ReadonlySet<string> = new Set(
  'AE AS AT CS DA DS DT FD FL IS LO LT OB OD OF OL OV OW PN SH SL SQ SS ST SV TM UC UI UL UN UR US UT UV'.split(
    ' ',
  ),
);

/** Those with a reserved field and a length of 32 bits (PS3.5, 7.1.2). */
export const LONG_VRS: ReadonlySet<string> = new Set(
  'OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '),
);

/** Characters and length of a UID; devices do not keep to the other rules (PS3.5, 9.1). */
export const UID_PATTERN = /^[0-9.]{1,64}$/;

/** Tags of an item, of its end, and of the end of a sequence (PS3.5, 7.5). They have no VR in any encoding. */
export const ITEM = 0xfffe_e000;
export const ITEM_END = 0xfffe_e00d;
export const SEQUENCE_END = 0xfffe_e0dd;

/** The length of a value that ends with a delimiter. */
export const UNDEFINED_LENGTH = 0xffff_ffff;
