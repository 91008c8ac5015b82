/** First and last name of a patient as DICOM names them: in one line, the last name last. */
export function splitPatientName(patientName: string) {
  const words = patientName.split(' ').filter(Boolean);
  const lastName = words.pop() ?? '';
  return { firstName: words.join(' '), lastName };
}
