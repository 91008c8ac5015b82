/** Supported encodings, best first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** The weight of an encoding in Accept-Encoding, 0 to 1 (RFC 9110, 12.5.3). */
function encodingWeight(encoding: Encoding, header: string): number {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
    const q = parameters.find((each) => each.startsWith('q='));
    const weight = q ? Number(q.slice(2)) : 1;
    weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const fallback = encoding === 'identity' ? 1 : 0;
  return weights.get(encoding) ?? weights.get('*') ?? fallback;
}

/** The smallest acceptable encoding; `identity` even if the client rejects everything. */
export function chooseEncoding(
  header: string | undefined,
  available: ReadonlySet<Encoding>,
): Encoding {
  return (
    encodings.find(
      (encoding) => available.has(encoding) && encodingWeight(encoding, header ?? '') > 0,
    ) ?? 'identity'
  );
}
