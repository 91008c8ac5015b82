export type LateCode = typeof import('./drawings/late-drawings.ts');

let code: LateCode | undefined;

/** Loads the code of all that no first picture needs. Draw again when it is there. */
export async function loadLateCode(): Promise<LateCode> {
  code ??= await import('./drawings/late-drawings.ts');
  return code;
}

/** undefined until it is loaded. */
export const findLateCode = (): LateCode | undefined => code;
