import type { ReactNode } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import { Checkbox } from '../../controls/Checkbox.tsx';
import { ChoiceWord } from './ConditionWords.tsx';
import type { EditorProps } from './editor-props.ts';

export const choicesClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  w: '240px',
  maxW: 'full',
  maxH: '320px',
  overflowY: 'auto',
  p: '1',
  m: '0',
  borderWidth: '0',
  '& label': { w: 'full', minH: 'control', px: '2', borderRadius: 'sm', _hover: { bg: 'bg.muted' } },
});

interface ChoicesProps {
  label: string;
  values: readonly string[];
  chosen: readonly string[];
  word: (value: string) => ReactNode;
  onChange: (chosen: string[]) => void;
}

/** Checkboxes for a few values. */
export function Choices({ label, values, chosen, word, onChange }: ChoicesProps) {
  const flip = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter(other => other !== value) : [...chosen, value]);
  return (
    <fieldset aria-label={label} className={choicesClass()}>
      {values.map(value => (
        <Checkbox key={value} label={word(value)} checked={chosen.includes(value)} onChange={() => flip(value)} />
      ))}
    </fieldset>
  );
}

/** Edits a filter by a choice or status. */
export function ChoiceEditor({ name, field, label, condition, onChange }: EditorProps) {
  return (
    <Choices
      label={label}
      values={field.kind === 'choice' ? field.options : []}
      chosen={condition.in ?? []}
      word={value => <ChoiceWord field={name} value={value} />}
      onChange={chosen => onChange({ in: chosen })}
    />
  );
}

/** Edits a filter by a flag: yes or no. */
export function FlagEditor({ name, label, condition, onChange }: EditorProps) {
  return (
    <Choices
      label={label}
      values={['true', 'false']}
      chosen={condition.in ?? []}
      word={value => <ChoiceWord field={name} value={value} />}
      onChange={chosen => onChange({ in: chosen.slice(-1) })}
    />
  );
}
