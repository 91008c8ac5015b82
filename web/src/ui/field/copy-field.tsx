import { Copy } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import { toast } from '../overlay/toast.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface CopyFieldProps {
  label: string;
  text: string;
  /** Of the button. */
  copyLabel: string;
  /** The toasts after it. */
  copied: string;
  failed: string;
  isLarge?: boolean;
}

/** A text to copy, such as a token or a link, with a button. The text can be selected where there is no clipboard. */
export function CopyField({ label, text, copyLabel, copied, failed, isLarge }: CopyFieldProps) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(copied),
      () => toast.error(failed),
    );
  return (
    <Field label={label}>
      <span className="flex items-center gap-1">
        <TextInput
          readOnly
          value={text}
          aria-label={label}
          onFocus={(event) => event.target.select()}
          className={isLarge ? 'font-medium tracking-[0.25em] tabular-nums' : undefined}
        />
        <IconButton
          label={copyLabel}
          icon={<Copy size={17} aria-hidden="true" />}
          // Without HTTPS there is no clipboard.
          onClick={() => (navigator.clipboard ? void copy() : toast.error(failed))}
        />
      </span>
    </Field>
  );
}
