/**
 * Outlines of bones and air on the unrolled arch, left half, in mm: s from the midline, z above the
 * lowest point of the occlusal plane. Both halves are drawn from these, each with its own small error.
 */
export type Knots = readonly (readonly [number, number])[];

/** From the chin along the lower border, angle, condyle, notch and coronoid down to behind the last molar. */
export const mandibleHalf: Knots = [
  [8, -43.2],
  [18, -43],
  [28, -40.5],
  [40, -36],
  [54, -30.5],
  [66, -24.5],
  [76, -17],
  [84, -8],
  [89, 2],
  [92, 13],
  [94, 25],
  [97, 37],
  [101, 46],
  [104.5, 51],
  [104, 55.5],
  [100, 57.5],
  [95.5, 55],
  [93, 48.5],
  [90, 42],
  [85, 38],
  [80.5, 39.5],
  [76.5, 46],
  [73.5, 50],
  [71, 47],
  [69.6, 38],
  [68.5, 28],
  [66.5, 18],
  [64, 8],
  [61, 1],
];

export const sinus: Knots = [
  [23, 41],
  [26, 33],
  [33, 28.5],
  [41, 26.5],
  [49, 27],
  [55, 30.5],
  [59, 37],
  [60, 46],
  [56, 54],
  [47, 58],
  [36, 58],
  [27, 53],
];

export const nasalCavity: Knots = [
  [2.4, 38],
  [8, 36.5],
  [15, 37.5],
  [20, 42],
  [20.5, 50],
  [17, 58],
  [13, 66],
  [8, 72],
  [3, 74],
  [2, 60],
];

export const turbinate: Knots = [
  [5, 43],
  [10, 41.5],
  [15, 44],
  [16.5, 49],
  [13, 52],
  [8, 50.5],
];

/** The hard palate: the line of the near side and the fainter one of the far side. */
export const palate: Knots = [
  [0, 39.5],
  [18, 38.2],
  [36, 37.4],
  [52, 38],
  [61, 40],
];

export const farPalate: Knots = [
  [0, 44],
  [20, 43.5],
  [42, 43],
  [63, 44.5],
];

/** The buttress of the cheek bone, a bright U above the first molar. */
export const zygomaticRoot: Knots = [
  [44, 58],
  [45, 46],
  [47.5, 39],
  [51, 36.5],
  [54.5, 39],
  [57, 46],
  [59, 53],
];

/** The cheek bone and its arch running back to the joint. */
export const zygoma: Knots = [
  [47, 56],
  [49, 46],
  [53, 42],
  [60, 45],
  [70, 52],
  [82, 58],
  [95, 61.5],
  [112, 62],
  [112, 66],
  [95, 66.5],
  [82, 65],
  [70, 62],
  [58, 62],
];

/** The skull base over the joint: the socket of the condyle, the ear's canal behind it. */
export const temporal: Knots = [
  [84, 70],
  [85, 64.5],
  [89, 60],
  [92.5, 61],
  [96, 64.2],
  [101, 64.5],
  [106.5, 61],
  [110, 54],
  [113, 44],
  [118, 36],
  [124, 30],
  [130, 30],
  [130, 74],
  [84, 74],
];

export const earCanal: Knots = [
  [110.5, 61.5],
  [113.5, 58.5],
  [116, 60.5],
  [115, 64.5],
  [112, 65.5],
];

export const orbit: Knots = [
  [20, 76],
  [22, 67],
  [30, 62],
  [41, 61],
  [50, 65],
  [53, 76],
];

export const pterygoidGap: Knots = [
  [61.5, 52],
  [63.5, 55.5],
  [65.5, 51],
  [65, 43],
  [64.3, 36],
  [62.5, 43],
];

/** The air of the throat, a dark band that crosses the ramus downwards. */
export const pharynx: Knots = [
  [70, 42],
  [78, 39],
  [86, 28],
  [95, 8],
  [101, -12],
  [104, -34],
  [104, -60],
  [93, -60],
  [93, -34],
  [89, -12],
  [82, 6],
  [74, 24],
  [66, 36],
];

export const softPalate: Knots = [
  [58, 41],
  [68, 38],
  [78, 29],
  [85, 17],
  [86, 11],
  [82, 12],
  [73, 22],
  [63, 31],
  [56, 36],
];

/** The air between the tongue and the palate. */
export const oralAir: Knots = [
  [0, 33],
  [20, 32.5],
  [40, 30],
  [58, 30.5],
  [70, 34],
  [76, 30],
  [64, 22],
  [48, 17],
  [26, 18],
  [0, 20],
];

export const hyoid: Knots = [
  [60, -52],
  [72, -46.5],
  [84, -44],
  [95, -43.5],
  [97, -46.5],
  [88, -48.5],
  [76, -51],
  [66, -57],
];

/** The canal of the lower jaw's nerve, from its opening in the ramus to the mental foramen. */
export const mandibularCanal: Knots = [
  [82.5, 18],
  [80, 8],
  [76, -3],
  [70, -12],
  [62, -19],
  [53, -24],
  [44, -27],
  [36, -27.6],
  [31, -26],
  [29, -23.2],
];

export const styloid: Knots = [
  [109, 46],
  [107, 36],
  [104.5, 26],
  [102, 17],
];

export const tongue: Knots = [
  [0, 16],
  [25, 16],
  [46, 15],
  [60, 18],
  [70, 14],
  [66, -6],
  [50, -22],
  [0, -26],
];

export const earLobe: Knots = [
  [112, 44],
  [118, 40],
  [120, 30],
  [117, 20],
  [112, 18],
  [109, 28],
];

export const upperTurbinate: Knots = [
  [6, 56],
  [11, 55],
  [14, 59],
  [11, 63],
  [6, 62],
];

/** A thin wall inside the sinus, rising from its floor. */
export const sinusSeptum: Knots = [
  [40.5, 26.6],
  [41.5, 31],
  [41, 36],
];

export const pterygoidPlate: Knots = [
  [66, 54],
  [66.8, 46],
  [66.4, 38],
  [67.2, 30],
  [68, 25],
];

/** The ridge running from the front edge of the ramus down across the molars. */
export const obliqueRidge: Knots = [
  [68.5, 24],
  [66.5, 14],
  [63.5, 5],
  [59, -2],
  [53, -7],
];

export const mylohyoidLine: Knots = [
  [70, 6],
  [64, -5],
  [56, -12],
  [47, -17],
  [40, -20],
];
