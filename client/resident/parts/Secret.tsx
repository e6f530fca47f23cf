import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../words.ts';

interface SecretProps {
  name: string;
  label: string;
  complete: 'current-password' | 'new-password';
  error?: string | undefined;
  /** Content beside the label. */
  aside?: ReactNode;
}

/** A password input with a button to show it. */
export function Secret({ name, label, complete, error, aside }: SecretProps) {
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  const Sign = shown ? EyeOff : Eye;
  return (
    <div className="field">
      <span className="named">
        <label htmlFor={id}>{label}</label>
        {aside}
      </span>
      <span className="secret">
        <input
          ref={input}
          id={id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={complete}
          autoCapitalize="none"
          aria-invalid={error ? true : undefined}
          required
        />
        <button
          type="button"
          className="icon"
          aria-label={t(shown ? 'secret.hide' : 'secret.show')}
          onClick={() => setShown(!shown)}
        >
          <Sign size={20} strokeWidth={1.75} aria-hidden />
        </button>
      </span>
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
    </div>
  );
}
