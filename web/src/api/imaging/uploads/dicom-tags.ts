/** Attributes by their keyword (PS3.6), as dicom-parser names them. Tags are written nowhere else in the browser. */
export const Tag = {
  specificCharacterSet: 'x00080005',
  studyDate: 'x00080020',
  acquisitionDate: 'x00080022',
  contentDate: 'x00080023',
  modality: 'x00080060',
  patientName: 'x00100010',
  patientBirthDate: 'x00100030',
  bodyPartExamined: 'x00180015',
  pixelData: 'x7fe00010',
} as const;
