/** Implant systems whose sizes the viewer has. An id is never removed: stored implants and signed reports have it. */
export const IMPLANT_SYSTEMS = [
  'osstem-tsiii-sa',
  'straumann-blt',
  'straumann-blx',
  'megagen-anyridge',
  'dentium-superline',
  'neobiotech-is-iii-active',
] as const;

export type ImplantSystem = (typeof IMPLANT_SYSTEMS)[number];

/** Maker and name, which are the same in every language. */
export const implantSystemNames: Readonly<Record<ImplantSystem, string>> = {
  'osstem-tsiii-sa': 'Osstem TSIII SA',
  'straumann-blt': 'Straumann BLT',
  'straumann-blx': 'Straumann BLX',
  'megagen-anyridge': 'MegaGen AnyRidge',
  'dentium-superline': 'Dentium SuperLine',
  'neobiotech-is-iii-active': 'Neobiotech IS-III active',
};

/** Decimals of a diameter or length in millimetres: 3.75 has two. */
export const countDecimals = (millimetres: number): 1 | 2 =>
  millimetres.toFixed(2).endsWith('0') ? 1 : 2;
