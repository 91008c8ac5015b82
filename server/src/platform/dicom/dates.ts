/**
 * Values of the representations DA, TM and DT (PS3.5, 6.2). ACR-NEMA 300, before DICOM, wrote `YYYY.MM.DD` and
 * `HH:MM:SS.frac`; old devices still do. Values have the zone of the device, which nothing here converts.
 */

/** The date of a DA value, as YYYY-MM-DD; '' where it is none that exists. */
export function parseDicomDate(value: string): string {
  const match = /^(\d{4})([.-]?)(\d\d)\2(\d\d)$/.exec(trim(value));
  if (!match) return '';
  const date = `${match[1]}-${match[3]}-${match[4]}`;
  // Date.parse accepts the 30th of February as a day in March.
  return new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) ? date : '';
}

/**
 * The time of a TM value, as HH:MM:SS; '' where it is none. Minutes and seconds may be missing and count as zero. A
 * leap second counts as the second before it; fractions are dropped.
 */
export function parseDicomTime(value: string): string {
  const match = /^([01]\d|2[0-3])(?:(:?)([0-5]\d)(?:\2([0-5]\d|60)(?:\.\d*)?)?)?$/.exec(
    trim(value),
  );
  if (!match) return '';
  const [, hour = '', , minute = '00', second = '00'] = match;
  return `${hour}:${minute}:${second === '60' ? '59' : second}`;
}

/**
 * Date and time of a DT value, both as above; '' where they are missing, as in a value that has only a year. The
 * offset from UTC is ignored.
 */
export function parseDicomDateTime(value: string): {
  readonly date: string;
  readonly time: string;
} {
  const match = /^(\d{8})(\d\d[\d.]*)?(?:[+-]\d{4})?$/.exec(trim(value));
  const date = parseDicomDate(match?.[1] ?? '');
  return { date, time: date && parseDicomTime(match?.[2] ?? '') };
}

/** Values are padded to an even length with a blank; some devices use a zero byte. */
const trim = (value: string): string => value.replace(/^ +|[ \0]+$/g, '');
