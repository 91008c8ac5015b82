import { LongWordText } from './long-word-text.tsx';

/**
 * Facts in a row: "Panoram rentgen · 24 noyabr 2026 · 2 X-ray files". Each stays in one line. The dot belongs to the
 * fact after it and is cut off where that fact begins a line, so that no line begins or ends with one.
 */
export const Facts = ({ children }: { children: readonly (string | false | undefined)[] }) => (
  <span className="block overflow-hidden">
    <span className="-ml-3 flex flex-wrap">
      {children
        .filter((fact) => typeof fact === 'string' && fact !== '')
        .map((fact, index) => (
          <span key={fact || index} className="relative max-w-full pl-3">
            {index > 0 && <span className="absolute left-0 w-3 text-center"> · </span>}
            <LongWordText>{fact || ''}</LongWordText>
          </span>
        ))}
    </span>
  </span>
);
