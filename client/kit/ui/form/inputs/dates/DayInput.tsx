import { useState } from 'react';
import { useWriting } from '../../form-context.ts';
import { readValue, writeValue } from '../../values.ts';
import { DateInput } from './DateInput.tsx';

interface DayInputProps {
  /** `2026-11-30`, or `2026-11` for months. */
  value: string;
  kind?: 'date' | 'month';
  label: string;
  /** Inclusive; values beyond are not accepted. */
  min?: string | undefined;
  max?: string | undefined;
  onChange: (value: string) => void;
}

/** The day or month of a report: reported once it is complete; an incomplete one is reset on leaving. */
export function DayInput({ value, kind = 'date', label, min, max, onChange }: DayInputProps) {
  const how = useWriting();
  const [typed, setTyped] = useState<string | null>(null);
  const field = { kind } as const;
  const change = (text: string) => {
    const { value: read } = readValue(field, text, how);
    const isWhole = typeof read === 'string' && writeValue(field, read, how) === text;
    const isTaken = isWhole && (!min || read >= min) && (!max || read <= max);
    setTyped(isTaken ? null : text);
    if (isTaken && read !== value) onChange(read);
  };
  return (
    <DateInput
      id=""
      name={kind}
      field={field}
      label={label}
      value={typed ?? writeValue(field, value, how)}
      invalid={false}
      onChange={text => typeof text === 'string' && change(text)}
      onBlur={() => setTyped(null)}
    />
  );
}
