import { provider } from '@deqiq/contract/provider.ts';
import { ArchTeeth } from '../../parts/arch-teeth.tsx';

/** Says why there are no cards, calmly, in the place where they would be. */
export function ListNote({
  text,
  hint,
  phone = false,
}: {
  text: string;
  hint: string;
  phone?: boolean;
}) {
  return (
    <div
      role="status"
      className="grid min-h-[max(28rem,100svh-22rem)] content-center justify-items-center rounded-sheet bg-mist px-6 py-12 text-center"
    >
      <ArchTeeth className="mb-8 w-44" />
      <p className="text-title">{text}</p>
      <p className="mt-2 max-w-md text-muted">{hint}</p>
      {phone && (
        <a
          href={provider.phone.href}
          className="mt-3 inline-flex min-h-touch items-center font-medium text-accent-hover hover:underline"
        >
          {provider.phone.text}
        </a>
      )}
    </div>
  );
}
