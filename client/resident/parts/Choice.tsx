import { Check, ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { t } from '../words.ts';
import { Sheet } from './Sheet.tsx';

interface ChoiceProps {
  label: string;
  /** Name in a form that is read on submit. */
  name?: string;
  value: string;
  options: readonly { value: string; text: string; detail?: string }[];
  onChange: (value: string) => void;
  required?: boolean;
  error?: string | undefined;
  /** Shows options side by side, as for hours. */
  grid?: boolean;
  /** The label is only for screen readers. */
  bare?: boolean;
}

/** A single choice: a button with the chosen option, which opens a sheet with all options. */
export function Choice({ label, name, value, options, onChange, required = false, error, grid, bare }: ChoiceProps) {
  const { text } = options.find(option => option.value === value) ?? {};
  return (
    <Picked label={label} name={name} value={value} text={text} required={required} error={error} bare={bare}>
      {onClose => (
        <Options label={label} value={value} options={options} grid={grid} onChange={onChange} onClose={onClose} />
      )}
    </Picked>
  );
}

interface PickedProps extends Pick<ChoiceProps, 'label' | 'value' | 'required' | 'error'> {
  name: string | undefined;
  bare?: boolean | undefined;
  /** Text of the value; undefined if none is chosen. */
  text: string | undefined;
  none?: string;
  icon?: LucideIcon;
  /** Content of the sheet. */
  children: (onClose: () => void) => ReactNode;
}

/** A value picked on a sheet: shown on a button, and readable by the form on submit. */
export function Picked({ label, name, value, text, none = t('choose'), ...more }: PickedProps) {
  const { required = false, error, bare, icon: Icon = ChevronDown, children } = more;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="field">
      <span id={id} className={bare ? 'hidden' : 'named'}>
        {required ? `${label} *` : label}
      </span>
      <button
        type="button"
        className="pick"
        aria-haspopup="dialog"
        aria-labelledby={`${id} ${id}v`}
        onClick={() => setOpen(true)}
      >
        <span id={`${id}v`} data-empty={text === undefined ? '' : undefined}>
          {text ?? none}
        </span>
        <Icon size={20} aria-hidden />
      </button>
      {name && <Held name={name} value={value} required={required} />}
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
      {open && children(() => setOpen(false))}
    </div>
  );
}

interface OptionsProps extends Pick<ChoiceProps, 'label' | 'value' | 'options' | 'onChange'> {
  grid?: boolean | undefined;
  onClose: () => void;
}

/** All options, on a sheet that closes with the choice. */
export function Options({ label, value, options, grid = false, onChange, onClose }: OptionsProps) {
  return (
    <Sheet title={label} onClose={onClose}>
      <ul className={grid ? 'options grid' : 'options'}>
        {options.map(option => (
          <li key={option.value}>
            <button
              type="button"
              aria-pressed={option.value === value}
              onClick={() => {
                onClose();
                onChange(option.value);
              }}
            >
              <span className="what">
                {option.text}
                {option.detail && <small>{option.detail}</small>}
              </span>
              {!grid && option.value === value && <Check size={20} aria-hidden />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** A hidden input that holds the value for the form and its required validation. */
export function Held({ name, value, required = false }: { name: string; value: string; required?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  // Clears the error once a value is chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is told
  useEffect(() => void input.current?.dispatchEvent(new Event('input', { bubbles: true })), [value]);
  return (
    <input
      ref={input}
      className="hidden"
      tabIndex={-1}
      aria-hidden
      name={name}
      value={value}
      required={required}
      onChange={() => undefined}
    />
  );
}
