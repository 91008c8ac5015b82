import * as texts from '@deqiq/messages/ui/kit.js';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextInput } from './text-input.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'>;

/** A password with a button that shows it. The button's name is the action; `aria-pressed` is the state. */
export function PasswordInput(props: PasswordInputProps) {
  const [isShown, setShown] = useState(false);
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
        aria-label={texts.showPassword()}
        aria-pressed={isShown}
        title={isShown ? texts.hidePassword() : texts.showPassword()}
        disabled={props.disabled}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-field text-muted hover:text-text"
      >
        {isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
      </button>
    </div>
  );
}
