import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type Language, useLabels } from '../language.tsx';
import { TextInput } from './text-input.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & { language?: Language };

/** A password with a button that shows it. The button's name is the action; `aria-pressed` is the state. */
export function PasswordInput({ language, ...props }: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
  const labels = useLabels(language);
  return (
    <div className="relative">
      <TextInput
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-12"
      />
      <button
        type="button"
        aria-label={labels.showPassword}
        aria-pressed={isShown}
        title={isShown ? labels.hidePassword : labels.showPassword}
        disabled={props.disabled}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-field text-muted hover:text-text"
      >
        {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
      </button>
    </div>
  );
}
