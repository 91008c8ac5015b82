// Apart from the schemas: the viewer needs these before its first picture, and no schema.

/** Max annotations of one file, and max characters of a label. */
export const MAX_ANNOTATIONS = 200;
export const LABEL_MAX = 80;

/** Max pixels or millimetres of a coordinate, in either direction. */
export const MAX_COORDINATE = 100_000;

/** Max measured value of a window, in either direction. */
export const MAX_MEASURED_VALUE = 1e9;

/** Millimetres. */
export const CALIBRATION_LENGTH = { min: 0.1, max: 1_000 } as const;
export const CANAL_DIAMETER = { min: 1, max: 6, usual: 3 } as const;
export const IMPLANT_DIAMETER = { min: 0.5, max: 20 } as const;
export const IMPLANT_LENGTH = { min: 1, max: 100 } as const;

/** Messages of the viewer, which is Azerbaijani for partners and staff. */
export const annotationMessages = {
  badKind: 'Qeydin növü tanınmır',
  badId: 'Qeydin nömrəsi düzgün deyil',
  badVersion: 'Qeydin versiyası düzgün deyil',
  badNumber: 'Ədəd düzgün deyil və ya icazə verilən həddən kənardadır',
  badPoint: 'Nöqtə iki və ya üç koordinatdan ibarət olmalıdır',
  badPoints: 'Nöqtələrin sayı və ya koordinatları düzgün deyil',
  samePoints: 'Kalibrləmə üçün iki fərqli nöqtə lazımdır',
  sameVertex: 'Bucağın təpəsi digər nöqtələrdən fərqlənməlidir',
  badDirection: 'İmplantın istiqaməti vahid vektor olmalıdır',
  badFrame: 'Kadrın nömrəsi düzgün deyil',
  frameInVolume: 'Kadr yalnız şəkil koordinatları ilə göstərilə bilər',
  notFound: 'Qeyd tapılmadı və ya artıq silinib',
  changed: 'Bu qeyd sizdən əvvəl dəyişdirilib',
  notOwn: 'Yalnız öz qeydlərinizi dəyişə və silə bilərsiniz',
  tooMany: `Bir faylda ən çox ${MAX_ANNOTATIONS} qeyd saxlamaq olar`,
  deleted: 'Qeyd silindi',
} as const;
