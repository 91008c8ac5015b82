import { type CustomTypesConfig, types } from 'pg';

const { INT8, NUMERIC } = types.builtins;

/** pg returns 64-bit integers and sums (numeric) as text. All of our values are safe integers. */
export const safeNumbers: CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === INT8 || type === NUMERIC ? safeNumber : types.getTypeParser(type, format as 'text'),
};

function safeNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`too large for a number: ${text}`);
  }
  return value;
}
